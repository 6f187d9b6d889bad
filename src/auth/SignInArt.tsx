const ROWS = 30;
const NOW = 620;

/** A small deterministic generator, so that the picture is the same at every visit. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};

type Span = { x: number; y: number; width: number; tone?: 'live' | 'ok' };

const spans = (): Span[] => {
  const random = randomFrom(11);
  const all: Span[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    const y = 11 + row * 32;
    const running = random() < 0.45;
    let end = running ? NOW : NOW - 10 - random() * 90;
    while (end > -60) {
      const width = Math.min(35 + random() ** 2 * 260, end + 220);
      const tone = end === NOW ? ('live' as const) : random() < 0.08 ? ('ok' as const) : undefined;
      all.push({ x: Math.round(end - width), y, width: Math.round(width), ...(tone && { tone }) });
      end -= width + 20 + random() * 100;
    }
  }
  return all;
};

/** The product's one picture: calls as spans on a time axis, up to now. */
export const SignInArt = () => (
  <svg viewBox="0 0 880 960" preserveAspectRatio="xMinYMid slice">
    <path d={Array.from({ length: 12 }, (_, at) => `M${at * 80 + 0.5} 0v960`).join('')} />
    {spans().map((span) => (
      <rect
        key={`${span.x},${span.y}`}
        x={span.x}
        y={span.y}
        width={span.width}
        height="10"
        rx="2.5"
        data-tone={span.tone}
      />
    ))}
    <path d={`M${NOW + 0.5} 0v960`} />
  </svg>
);
