"""A page that a browser saved with all it shows in one file (MHTML, RFC 2557)."""


def page(data: bytes) -> bytes | None:
    """The page among what the file holds; None where it is no such file."""
    from email import message_from_bytes

    whole = message_from_bytes(data)
    if whole.get_content_type() != "multipart/related":
        return None
    for part in whole.walk():
        if part.get_content_type() == "text/html":
            found = part.get_payload(decode=True)
            return found if isinstance(found, bytes) else None
    return None
