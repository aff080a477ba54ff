/** The line below a node's name on the canvas: "directMessage", "send" → "Direct Message: Send". The name of "upsert" is Create or Update. */
export const subtitle =
	'={{ [$parameter["resource"], $parameter["operation"].replace(/^upsert$/, "createOrUpdate")].map((value) => value.replace(/Api|[A-Z]/g, (part) => " " + (part === "Api" ? "API" : part)).replace(/^./, (first) => first.toUpperCase())).join(": ").replace(" Or ", " or ") }}';

/** The same for one parameter of a trigger: "postCompliance" → "Post compliance". */
export const subtitleOf = (parameter: string) =>
	`={{ $parameter["${parameter}"].replace(/[A-Z]|\\d+/g, (part) => " " + part.toLowerCase()).replace(/^./, (first) => first.toUpperCase()) }}`;
