"""From a paste to posts: text, headers, dates, quotes, emoji. Knows forums and no game."""
