/** Describes an event of X Chat as the output has it. */
import type { Shape } from '../../operation/operation';
import { words } from '../../util/text';

/** All members that an event may have. Its kind decides which ones it has. */
export const CHAT_EVENT: Shape = {
	simplifiedFields: words(`
		id kind text sender_id created_at conversation_id message_id emoji target_id target_ids is_for_all attachments
		attachment_id links reply_to forwarded_text member_id member_ids change details unsigned failure seen_until_id
		is_recording is_audio_only duration_seconds user_id key_version decrypted problem verified verification
		identity fingerprint`),
};
