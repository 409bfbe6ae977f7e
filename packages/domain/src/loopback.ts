/** Whether a host, as spelt by `URL.hostname`, is a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return /(?:^|\.)localhost$/.test(host) || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
