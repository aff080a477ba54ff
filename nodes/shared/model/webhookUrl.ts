/** The longest callback address, in characters: https://docs.x.com/x-api/webhooks/create-webhook */
const MAX_URL_LENGTH = 200;

const ADVICE =
	"Set n8n's environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in earlier versions) to the public https address under which this instance is reached, restart n8n and try again";

/**
 * Checks a callback address against X's rules, and returns the first broken one:
 * https://docs.x.com/x-api/webhooks/introduction#webhook-requirements and
 * https://docs.x.com/x-api/webhooks/create-webhook
 */
export function urlProblem(address: string) {
	let url: URL;
	try {
		url = new URL(address);
	} catch {
		return problem(`The webhook address "${address}" is not a URL`);
	}
	if (url.protocol !== 'https:')
		return problem(`X only delivers to https addresses, this one is "${address}"`);
	if (hasPort(address)) return problem(`X does not accept a port in the webhook address "${address}"`);
	if (url.username !== '' || url.password !== '')
		return problem('The webhook address must not hold a user name or password');
	if (!isPublicHost(url.hostname)) return problem(`X cannot reach "${url.hostname}" from the internet`);
	if (address.length > MAX_URL_LENGTH)
		return problem(
			`The webhook address has ${address.length} characters, X takes at most ${MAX_URL_LENGTH}`,
			'Use a shorter host name or path prefix in N8N_WEBHOOK_URL',
		);
	return undefined;
}

const problem = (message: string, description = ADVICE) => ({ message, description });

/** `URL` drops a default port, but X does not accept even that, so the text is checked. */
function hasPort(address: string): boolean {
	const authority = /^https:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
	return /:\d*$/.test(authority.replace(/^.*@/, '').replace(/^\[[^\]]*\]/, ''));
}

const PRIVATE_SUFFIXES = ['.local', '.localhost', '.internal', '.lan', '.home', '.intranet', '.home.arpa'];

function isPublicHost(host: string): boolean {
	const name = host.toLowerCase().replace(/\.$/, '');
	if (isPrivateAddress(name)) return false;
	return (
		/^\[/.test(name) || (name.includes('.') && !PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix)))
	);
}

/** Returns whether a host is an address of this machine or of a private network, written as such. */
export function isPrivateAddress(host: string): boolean {
	const name = host.toLowerCase().replace(/\.$/, '');
	if (name.startsWith('[')) return !isPublicIpv6(name.slice(1, -1));
	if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return !isPublicIpv4(name);
	return /(?:^|\.)localhost$/.test(name);
}

function isPublicIpv4(address: string): boolean {
	const [a = 0, b = 0] = address.split('.').map(Number);
	if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
	if (a === 100 && b >= 64 && b < 128) return false;
	if (a === 169 && b === 254) return false;
	if (a === 172 && b >= 16 && b < 32) return false;
	return !(a === 192 && b === 168);
}

const isPublicIpv6 = (address: string): boolean =>
	address !== '::' && address !== '::1' && !/^(f[cd]|fe[89ab]|::ffff:|64:ff9b:)/.test(address);
