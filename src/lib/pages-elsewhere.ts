const names: Record<string, string> = {
  'facebook.com': 'Facebook',
  'google.com': 'Google',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'pinterest.com': 'Pinterest',
  'threads.com': 'Threads',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitter.com': 'X',
  'wa.me': 'WhatsApp',
  'x.com': 'X',
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
};

const hostOf = (url: string): string => new URL(url).hostname.replace(/^(www|m)\./, '');

/** Names each address by the site it leads to: `LinkedIn`, `Facebook`, or the host. Two addresses of one site have their paths added. */
export function namePages(urls: readonly string[]): { url: string; name: string }[] {
  const pages = [...new Set(urls)].map((url) => {
    const host = hostOf(url);
    const known = Object.keys(names).find((one) => host === one || host.endsWith(`.${one}`));
    return { url, name: (known && names[known]) ?? host };
  });
  return pages.map(({ url, name }) => {
    const isAlone = pages.filter((page) => page.name === name).length === 1;
    return { url, name: isAlone ? name : `${name}: ${new URL(url).pathname.replace(/^\/|\/$/g, '')}` };
  });
}
