/** What people ask who have the pages alone: what they type into the search of the site, and where the answer is. */

export interface Question {
	readonly ask: string;
	/** What a person types into the search of the site. */
	readonly search: string;
	/** The parts of at most two pages that are read for the answer: page, heading. */
	readonly sections: ReadonlyArray<readonly [page: string, heading: string]>;
	/** What the answer says, in the words of the page. */
	readonly says: readonly string[];
}

const question = (
	ask: string,
	search: string,
	sections: Question['sections'],
	...says: readonly string[]
): Question => ({ ask, search, sections, says });

export const QUESTIONS: readonly Question[] = [
	question(
		'A customer mentions us, two workers run: how is each answered only once?',
		'answer mentions once',
		[['how/answer', 'Set it up']],
		'_Answer Each Post Once_',
	),
	question(
		'I mention my own account to try the trigger, and nothing happens. Why?',
		'nothing starts',
		[['trouble', 'Nothing starts']],
		'_Options → Include Own Posts_',
	),
	question(
		'How do I publish two photos with a description for blind people?',
		'picture post alternative text',
		[['how/publish', 'A Post with two pictures, or a video']],
		'`data,data2`',
		'_File Alternative Text_',
	),
	question(
		'How long may a text be, and how much counts an address?',
		'characters of a post',
		[['limits', 'Characters of a Post']],
		'280 counted characters',
		'An address counts 23',
	),
	question(
		'What do ten Posts with a link cost?',
		'price post with link',
		[['cost', 'Prices']],
		'A Post with a link',
		'$0.20',
	),
	question(
		'How do I get 40,000 followers into a CSV, and what does it cost?',
		'large list to csv file',
		[
			['how/lists', 'Set it up'],
			['how/lists', 'What it costs'],
		],
		'_Options → Write to File_',
		'$10',
	),
	question(
		'Where in the output of a failed run is the place to go on?',
		'resume from',
		[['resume', 'Where `resume` is']],
		'`context.data.resume`',
		'`details.resume`',
	),
	question(
		'In which time zone is the time in my sheet of Posts?',
		'schedule sheet time zone',
		[['how/schedule', 'What to know']],
		'in the time zone of the workflow',
	),
	question(
		'n8n was off over the weekend: what happens with scheduled Posts that came due?',
		'schedule posts n8n was off',
		[['templates/x-schedule-posts-from-sheet', 'On a bad day']],
		'rows over 72 hours late are refused',
	),
	question(
		'What happens if nobody answers the approval?',
		'approval nobody answers',
		[['how/approve', 'On a bad day']],
		'_Limit Wait Time_',
		'`expired` `true`',
	),
	question(
		'Somebody writes "ignore your instructions" to my agent. What protects me?',
		'agent strangers instructions',
		[['agents', 'Separate reading from writing']],
		'What protects you is what the model cannot do',
	),
	question(
		'Does the limit of the guard hold with three workers?',
		'guard queue mode',
		[['guard', 'Where it holds']],
		'three workers, three times',
	),
	question(
		'People write to us, and my workflow for Direct Messages sees nothing. Why?',
		'direct message or x chat',
		[['chat', 'Encrypted messages (X Chat)']],
		'sees nothing that people write in X Chat',
	),
	question(
		'X Chat says that somebody has other public keys. What now?',
		'accepted fingerprints',
		[['chat', 'When it refuses to write']],
		'Compare the fingerprint over another channel',
	),
	question(
		'My sheet of products has German columns. How does the node read it?',
		'own mapping columns',
		[['how/catalog', 'Your columns have other names']],
		'`Artikelnummer`',
	),
	question(
		'Can a broken export of the shop delete my products at night?',
		'bad file empty catalog',
		[['how/catalog', 'Can a bad file empty my catalog?']],
		'No. Nothing is deleted unless',
	),
	question(
		'A sync held back price changes that were meant. How do I let them through?',
		'confirm changes',
		[['catalog', 'A change was held, and it was meant']],
		'_Options → Confirm Changes_',
	),
	question(
		'The spend of last week changed since yesterday. Is the report wrong?',
		'ads report numbers differ',
		[['how/ads-report', 'On a bad day']],
		'corrects it for up to 14',
	),
	question(
		'X says "Something went wrong" when I connect.',
		'something went wrong',
		[['trouble', 'Connecting fails']],
		'Callback URI',
	),
	question(
		'How do I post for the thirty accounts of our clients?',
		'many accounts',
		[['how/accounts', 'Twelve accounts, or more']],
		'{{ $json.access_token }}',
	),
	question(
		'Seconds count, and our n8n has no public address. Which trigger?',
		'which trigger',
		[['events', 'Which trigger']],
		'seconds, and n8n has no public address',
	),
	question(
		'How can I see what a workflow would publish without publishing it?',
		'try without publishing',
		[['how/try', 'See what would be sent: Dry Run']],
		'nothing was sent',
	),
	question(
		'A customer wants no more automatic answers. How is that kept?',
		'stop words',
		[['answering', 'A person who says stop']],
		'_Start Words_',
	),
	question(
		'In the error branch: which items may have worked although they failed?',
		'error output',
		[['errors', 'The error output, in a workflow']],
		'`unsure`',
	),
	question(
		'We run main, workers and webhook processes in Docker. How is the package installed?',
		'install queue mode docker',
		[['install', 'Queue mode']],
		'Every process needs the package',
	),
	question(
		'An error says that X did not say whether it was done. On which field do I branch?',
		'did not say whether it was done',
		[['how/go-on', '"X did not say whether it was done": the item is unsure']],
		'{{ $json.details.unsure }}',
	),
	question(
		'I want 500 Posts for ten cents. Is that possible?',
		'what 500 posts cost',
		[['how/costs', 'What 500 Posts cost, and what ten cents give']],
		'For ten cents you cannot read 500 Posts',
	),
	question(
		'The stream was down for two hours. What is found afterwards?',
		'n8n was off stream',
		[['stream-trigger', 'n8n was off, or the connection broke: what is found?']],
		'_Options → Fill Gaps_',
	),
	question(
		'Is it enough to ask X once an hour for mentions?',
		'once an hour',
		[['poll-trigger', 'Once an hour: is something missed?']],
		'Each poll gives everything since the last one',
	),
	question(
		'How do I write a message to the author of a Post?',
		'message to the author',
		[['how/messages', 'Write to the author of a Post or mention']],
		'{{ $json.author_id }}',
	),
	question(
		'Every morning I want to know whether webhooks and credit are in order.',
		'report every morning health',
		[['core-admin', 'A report every morning: is all in order?']],
		'Health of X every morning',
	),
];
