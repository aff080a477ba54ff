import type { ICredentialsDecrypted, INodeCredentialTestResult } from 'n8n-workflow';
import { asText } from '../../shared/util/text';

/**
 * Looks at a pixel token. X has no request that tests one without a conversion, and a made-up conversion would count.
 *
 * @param credential As the user has entered it.
 */
export async function testPixelToken({
	data = {},
}: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const token = asText(data.pixelToken);
	const isWhole = token !== '' && !/\s/.test(token);
	return await Promise.resolve(
		isWhole
			? { status: 'OK', message: 'X checks the token with the first conversion' }
			: { status: 'Error', message: 'The token must not be empty or hold blanks: copy it once more' },
	);
}
