import { text } from '../../shared/fields';

/** X finds cards by the start of their names. */
export const nameBeginning = () =>
	text({
		label: 'Name Begins With',
		max: 80,
		description: 'Only those whose name begins with this text, in capital or small letters',
	});
