import { urlProblem } from '../../../nodes/shared/model/webhookUrl';

describe('callback address', () => {
	it.each([
		'https://n8n.example.com/webhook/0d1b/x-events',
		'https://automation.example.co.uk/n8n/webhook/x',
		'https://8.8.8.8/webhook/x',
		`https://n8n.example.com/${'a'.repeat(200 - 'https://n8n.example.com/'.length)}`,
	])('%s is acceptable', (address) => {
		expect(urlProblem(address)).toBeUndefined();
	});

	it.each([
		['http://n8n.example.com/webhook/x', 'https'],
		['https://n8n.example.com:5678/webhook/x', 'port'],
		['https://n8n.example.com:443/webhook/x', 'port'],
		['https://localhost/webhook/x', 'internet'],
		['https://n8n/webhook/x', 'internet'],
		['https://n8n.local/webhook/x', 'internet'],
		['https://127.0.0.1/webhook/x', 'internet'],
		['https://10.1.2.3/webhook/x', 'internet'],
		['https://172.20.0.1/webhook/x', 'internet'],
		['https://192.168.1.5/webhook/x', 'internet'],
		['https://169.254.169.254/webhook/x', 'internet'],
		['https://[::1]/webhook/x', 'internet'],
		['https://[fd00::1]/webhook/x', 'internet'],
		['https://user:pass@n8n.example.com/webhook/x', 'password'],
		['webhook/x', 'not a URL'],
		[`https://n8n.example.com/${'a'.repeat(200)}`, '200'],
	])('%s is refused, naming the rule (%s)', (address, word) => {
		expect(urlProblem(address)?.message).toContain(word);
	});
});
