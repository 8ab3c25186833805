"""A small line chart as SVG, by hand: milliseconds over the number of rows. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 760, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 120, 50, 60
_COLOURS = ("#15803d", "#1d4ed8", "#b45309")
_STYLE = """<style>
  text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
         fill: #1f2937; font-size: 14px; }
  .head { font-size: 15px; font-weight: 600; }
  .mark { font-size: 12.5px; fill: #4b5563; }
  .grid { stroke: #e5e7eb; } .axis { stroke: #4b5563; stroke-width: 1.5; }
</style>"""


def chart(title: str, rows: Sequence[int], lines: Mapping[str, Sequence[float]]) -> str:
    """Lines of milliseconds, one for each name, over the same row counts; the scale begins at 0."""
    top = _round_up(max(max(values) for values in lines.values()))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-labelledby="title desc">',
        f'<title id="title">{title}</title>',
        f'<desc id="desc">{_told(rows, lines)}</desc>',
        _STYLE,
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text class="head" x="{_LEFT}" y="28">{title}</text>',
        *_grid(rows, top),
    ]
    for (name, values), colour in zip(lines.items(), _COLOURS, strict=False):
        parts += _line(name, [(_x(a, rows), _y(b, top)) for a, b in zip(rows, values, strict=True)],
                       values, colour)  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def _told(rows: Sequence[int], lines: Mapping[str, Sequence[float]]) -> str:
    """The figures in words, for those who can't see the lines."""
    places = [_count(one) for one in rows]
    told = [
        f"{name}: " + ", ".join(f"{a:g} ms at {b}" for a, b in zip(values, places, strict=True))
        for name, values in lines.items()
    ]
    return "; ".join(told) + "."


def _grid(rows: Sequence[int], top: float) -> list[str]:
    right, floor = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    parts = []
    for step in range(1, 5):
        value = top * step / 4
        height = _y(value, top)
        parts.append(f'<path class="grid" d="M{_LEFT} {height:.1f}H{right}"/>')
        parts.append(_mark(_LEFT - 10, height + 4, f"{value:g} ms", "end"))
    parts.append(f'<path class="axis" fill="none" d="M{_LEFT} {_TOP}V{floor}H{right}"/>')
    parts += [_mark(_x(one, rows), floor + 22, _count(one)) for one in rows]
    return [*parts, _mark((_LEFT + right) / 2, HEIGHT - 14, "rows in the database")]


def _mark(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text class="mark" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def _line(
    name: str, points: Sequence[tuple[float, float]], values: Sequence[float], colour: str
) -> list[str]:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    x, y = points[-1]
    return [
        f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.4"/>',
        *(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="{colour}"/>' for a, b in points),
        f'<text x="{x + 12:.1f}" y="{y + 5:.1f}">{name} {values[-1]:g} ms</text>',
    ]


def _x(count: int, rows: Sequence[int]) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * count / max(rows)


def _y(value: float, top: float) -> float:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top


def _round_up(value: float) -> float:
    """The next number that four steps divide evenly enough to be read."""
    step = 1.0
    while step * 4 < value:
        step = step * 2 if step * 2 * 4 >= value or step < 5 else step * 2.5
    return step * 4


def _count(rows: int) -> str:
    return f"{rows / 1_000_000:g} M" if rows >= 1_000_000 else f"{rows // 1000} k"
