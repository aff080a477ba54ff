/** The line below a node's name on the canvas: "directMessage", "send" → "Direct Message: Send". The name of "upsert" is Create or Update. */
export const subtitle =
	'={{ [$parameter["resource"], $parameter["operation"].replace(/^upsert$/, "createOrUpdate")].map((value) => value.replace(/Api|[A-Z]/g, (part) => " " + (part === "Api" ? "API" : part)).replace(/^./, (first) => first.toUpperCase())).join(": ").replace(" Or ", " or ") }}';
