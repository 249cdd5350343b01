"""A picture as PNG, by resvg: one wheel that needs nothing of the system, as cairo would."""


def png(svg: str, *, zoom: int = 2) -> bytes:
    """The image of an SVG document."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom))
