const CHANNELS = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i;

/** Relative luminance of a colour such as `#f8f2e7`, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (CHANNELS.exec(hex)?.slice(1) ?? []).map((channel) => {
    const value = Number.parseInt(channel, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
