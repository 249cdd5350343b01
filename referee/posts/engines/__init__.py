"""The layouts of forum and chat engines, a small module a family.

Each module has `NAME`, `looks(source) -> bool`, cheap and sure, and `read(source) -> list[Found]`.
"""
