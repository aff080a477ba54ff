import type { ICredentialsDecrypted, INodeCredentialTestResult } from 'n8n-workflow';
import { asText } from '../../shared/util/text';

/** Checks the form of a pixel token. X can only test one with a conversion, and an invented conversion would count. */
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
