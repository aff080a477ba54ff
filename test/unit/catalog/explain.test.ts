import { classify } from '../../../nodes/shared/errors';
import { explain } from '../../../nodes/XCatalog/explain';

const refused = (status: number, code?: string, message = 'No') =>
	explain(classify({ status, body: code === undefined ? '' : { errors: [{ code, message }] } }));

describe('a refusal, in the words of catalog management', () => {
	it.each([
		['an address that the app may not see', 404, 'ROUTE_NOT_FOUND', /Ads URL.*early access/],
		['a refusal without a code', 403, undefined, /early access/],
		['another user', 403, 'USER_NOT_FOUND', /^Check the user ID/],
	])('advises on %s', (_what, status, code, advice) => {
		expect(refused(status, code).description).toMatch(advice);
	});

	it('puts the missing scope first', () => {
		const failure = refused(403, 'UNAUTHORIZED_CLIENT_APPLICATION', 'Missing scopes: ads.write');
		expect(failure.message).toBe('The credential lacks the scope ads.write');
		expect(failure.description).toMatch(/^Add it to the credential and connect again/);
	});

	it('says that products are named by their keys', () => {
		const failure = refused(400, 'INVALID_PARAMETER', 'Product a was not found');
		expect(failure.message).toContain('Product a was not found');
		expect(failure.description).toMatch(/product_key.*not by their own IDs/);
	});

	it('leaves everything else as it is', () => {
		const failure = classify({
			status: 400,
			body: { errors: [{ code: 'INVALID_PARAMETER', message: 'No' }] },
		});
		expect(explain(failure)).toBe(failure);
	});
});
