/** `X Ads Campaigns` → `x-ads-campaigns`: a node in the addresses of pages. */
export const folderOf = (node: string): string => node.toLowerCase().replaceAll(' ', '-');
