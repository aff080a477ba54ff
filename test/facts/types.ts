/** What the facts say of an operation, in one shape for all APIs. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The kinds of credential, as the nodes call them. */
export type CredentialKind = 'app' | 'oAuth2' | 'oAuth1' | 'accessToken' | 'pixelToken';

/** Values that a public source other than the machine-readable description has. */
export interface Also {
	readonly values: readonly string[];
	/** A public page, or the version of an older description (a key of `sources` in core.json). */
	readonly source: string;
}

/** A parameter of a request, or a member of its body. */
export interface Parameter {
	readonly name: string;
	/** Another name of the same parameter, in the other vocabulary or on the documentation pages. */
	readonly alias?: string;
	/** Absent for members of a body. */
	readonly in?: 'path' | 'query' | 'header';
	/** Of each value where the parameter is a list. */
	readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'binary' | 'any';
	/** Several values: joined by commas in a query, an array in a body. */
	readonly list?: boolean;
	readonly required?: boolean;
	/** Required together with, or instead of, another parameter. */
	readonly sometimesRequired?: boolean;
	readonly enum?: ReadonlyArray<string | number>;
	readonly also?: readonly Also[];
	/** The public page that has the parameter, if the machine-readable description leaves it out. */
	readonly source?: string;
	/** `date-time` (RFC 3339), `int64`, `iso8601`, `iso4217`, `iso3166-1-alpha2`, `uuid`, … */
	readonly format?: string;
	readonly min?: number;
	readonly max?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	/** A character that does not count towards the length. */
	readonly maxLengthExcludes?: string;
	readonly pattern?: string;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly uniqueItems?: boolean;
	/** A time without minutes. */
	readonly wholeHours?: boolean;
	/** The values are sent as digests of this kind. */
	readonly hash?: 'sha256';
	/** An empty value in an update removes it. */
	readonly unsettable?: boolean;
	/** Has entries like the one that contains it. */
	readonly recursive?: boolean;
	readonly secret?: boolean;
	readonly default?: unknown;
	readonly example?: string | number | boolean;
	/** Members of an object, or of each entry of a list. */
	readonly fields?: readonly Parameter[];
	/** Members of an object by the value of a member beside it. */
	readonly fieldsBy?: Readonly<Record<string, Readonly<Record<string, readonly Parameter[]>>>>;
	/** The object may hold more than `fields` says. */
	readonly open?: boolean;
}

export interface Body {
	/** Accepted media types, the usual one first. */
	readonly types: readonly string[];
	readonly required?: boolean;
	/** May hold more than `fields` says. */
	readonly open?: boolean;
	/** The body is an array of so many objects. */
	readonly list?: { readonly min: number; readonly max: number };
	readonly maxBytes?: number;
	readonly fields: readonly Parameter[];
	readonly anyOf?: readonly string[][];
	/** Exactly one of these groups of members is required. */
	readonly oneOf?: readonly string[][];
	/** JSON schemas by type of the components of a card. */
	readonly components?: Readonly<Record<string, unknown>>;
}

export interface Paging {
	/** Parameter that carries the token. */
	readonly request: string;
	/** Dotted path of the next token in the answer, where the description has one. */
	readonly answer?: string;
	/** Parameter of the page size, where there is one. */
	readonly size?: string;
	readonly min?: number;
	readonly max?: number;
	readonly default?: number;
}

export interface Operation {
	readonly api: 'core' | 'ads';
	/** Method and path, e.g. `GET /2/users/{id}`. */
	readonly route: string;
	readonly method: Method;
	readonly path: string;
	/** Identifier in the machine-readable description; core only. */
	readonly id?: string;
	/** Chapter of the documentation. */
	readonly section: string;
	/** Kind of entity; ads only. */
	readonly resource?: string;
	/** Empty where no credential is needed. */
	readonly auth: readonly CredentialKind[];
	readonly scopes: readonly string[];
	/** Of path, query and header. */
	readonly parameters: readonly Parameter[];
	readonly body?: Body;
	readonly paging?: Paging;
	/** Status of a success. */
	readonly status: number;
	/** `object` is a document without an envelope. */
	readonly answer: 'one' | 'many' | 'stream' | 'file' | 'object';
	/** Version of the description that the row is of; core only. */
	readonly spec?: string;
	/** Public page, where one is known. */
	readonly docs?: string;
	/** On the sandbox host only. */
	readonly sandboxOnly?: boolean;
	/** Whether access is granted case by case, and the name of that access. */
	readonly beta?: boolean;
	readonly access?: string;
	/** Attributes for `sort_by`. */
	readonly sortBy?: readonly string[];
	/** `data_type` of the answer. */
	readonly dataType?: string;
	readonly limit?: { readonly requests: number; readonly seconds: number };
	/** `guide`: described in guides only; `mentioned`: its path only. Absent where it has a reference section. */
	readonly docLevel?: 'guide' | 'mentioned';
}

/** A documented success, and the request that led to it. */
export interface Sample {
	/** Method and address with its query, as the pages print it; ads only. */
	readonly request?: string;
	readonly answer?: unknown;
	readonly body?: unknown;
}

type Api = Operation['api'];

/** Meanings by API, by entity or resource, and by name; members of lists and objects have a dotted path. */
export interface Meanings extends Readonly<
	Record<Api, Readonly<Record<string, Readonly<Record<string, string>>>>>
> {
	readonly read: string;
	readonly sources: Readonly<Record<Api, readonly string[]>>;
}

export interface Price {
	readonly route: string;
	readonly unit?: 'object' | 'request';
	readonly kind?: string;
	/** Null where no public source has a price; 0 is free. */
	readonly usd: number | null;
	readonly usdMax?: number;
	/** For reads of the own data by the owner of the app. */
	readonly ownedUsd?: number;
	/** Prices of the same request by what it holds. */
	readonly variants?: ReadonlyArray<{ readonly when: string; readonly usd: number }>;
	readonly liveType?: string;
	readonly enterpriseOnly?: boolean;
	readonly note?: string;
	readonly sources: readonly string[];
}

/** What a delivered event costs. */
export interface EventPrice {
	readonly event: string;
	readonly usd: number | null;
	readonly usdMax?: number;
	readonly sources: readonly string[];
}

export interface PriceRow {
	/** As the page names it. */
	readonly row: string;
	readonly usd: number;
	readonly per: 'resource' | 'request';
	/** The `kind` of the operations that it prices, where that is another name. */
	readonly kind?: string;
}

/** The pages of n8n for authors of community nodes that the facts are held against. */
export type N8nPage = 'verification' | 'ux' | 'codex' | 'errors';

/** What n8n asks of community nodes: digests of its pages, and what is taken from them. */
export interface N8nFacts {
	readonly pages: Readonly<
		Record<N8nPage, { readonly source: string; readonly sections: Readonly<Record<string, string>> }>
	>;
	readonly categories: { readonly names: readonly string[] };
	readonly rules: { readonly names: readonly string[] };
	readonly releases: { readonly newest: string };
}

/** The pages about webhooks that the facts are held against. */
export type WebhookPage = 'introduction' | 'quickstart';

/** Where a fact comes from: the page as it was read, or programs and notes that quote a page we could not read. */
export interface Evidence {
	readonly known: 'published' | 'quoted';
	/** The day on which the source was read. */
	readonly read: string;
	readonly sources: readonly string[];
}

/** A header of a delivery that carries its signature, in lower case. */
export interface SignatureHeader extends Evidence {
	readonly name: string;
	/** What keys the HMAC. */
	readonly secret: 'clientSecret' | 'consumerSecret';
}

/** A rule about challenges, deliveries and replays. */
export interface WebhookRule extends Evidence {
	readonly rule: string;
	readonly value: string;
	/** Where these words are published; absent where the rule is on no page that is watched. */
	readonly page?: WebhookPage;
	readonly words?: string;
}

/** The requests that X accepts in a window, from an app and from a user. */
interface Limits {
	readonly app?: ReadonlyArray<{ readonly requests: number; readonly seconds: number }>;
	readonly user?: ReadonlyArray<{ readonly requests: number; readonly seconds: number }>;
}

export interface DocumentedLimits extends Limits {
	readonly route: string;
	/** What other pages of X say of the same request, and which requests share it there. */
	readonly also?: ReadonlyArray<Limits & { readonly source: string; readonly routes: string }>;
}
