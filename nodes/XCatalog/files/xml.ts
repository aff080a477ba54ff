import { fieldOf } from '../product/fields';
import { FileProblem, MAX_RECORD, type FileHead, type FileRow } from './row';

/**
 * Rows of an XML feed: RSS (`item`), Atom (`entry`), a plain list (`product`) or the offers of a price comparison. The
 * children of such an element are its columns, with or without a prefix. Where both are there the one with a prefix
 * counts: a feed's own `id` and `title` are the entry's, `g:id` and `g:title` are the product's. Repeated images become
 * a comma list, of any other repeated child the first counts. Beside the columns are, under their paths, all texts of a
 * repeated child, everything deeper, and attributes. Entities beyond the five of XML and numeric ones are refused, so
 * nothing can expand.
 */
export async function* xmlRows(
	text: AsyncIterable<string>,
	head: FileHead,
): AsyncGenerator<readonly FileRow[]> {
	const reader = new XmlElements(head);
	for await (const chunk of text) {
		const rows = reader.push(chunk);
		if (rows.length > 0) yield rows;
	}
	reader.end();
}

const PRODUCT_ELEMENTS = new Set(['item', 'entry', 'product', 'offer', 'o', 'shopitem']);

/** Lists beside the products that these refer to. */
const TABLE_ELEMENTS = new Set(['category', 'currency']);

/** Links of an Atom entry that lead elsewhere than to the page of the product: RFC 4287, 4.2.7.2. */
const OTHER_LINKS =
	/\srel\s*=\s*["'](?:self|enclosure|edit|via|related|next|prev|previous|first|last|replies|hub|license)["']/i;

/** How many different elements a message names at most. */
const NAMED_ELEMENTS = 20;

class XmlElements {
	private rest = '';
	private line = 1;
	private readonly open: string[] = [];
	private seen = false;
	/** The product being read, or the entry of a table. */
	private product: ProductElement | undefined;
	/** The product around the variant that is being read. */
	private outer: ProductElement | undefined;
	/** The open elements inside of the product: the text of each, and its attribute `name`. */
	private inner: { text: string; name?: string }[] = [];

	constructor(private readonly head: FileHead) {}

	push(chunk: string): FileRow[] {
		const text = this.rest + chunk;
		const rows: FileRow[] = [];
		let at = 0;
		while (at < text.length) {
			const next = text[at] === '<' ? this.markup(text, at, rows) : this.characters(text, at);
			if (next === -1) break;
			for (let i = text.indexOf('\n', at); i !== -1 && i < next; i = text.indexOf('\n', i + 1)) this.line++;
			at = next;
		}
		this.rest = text.slice(at);
		if (this.rest.length > MAX_RECORD) throw this.problem('a tag or text is not closed');
		return rows;
	}

	end(): void {
		const unclosed = this.open.at(-1);
		if (unclosed !== undefined)
			throw this.problem(`<${unclosed}> is not closed: the file seems to be cut off`);
		if (this.rest.trim() !== '') throw this.problem('the file ends inside a tag');
		if (!this.seen) throw this.problem('the file has no XML element');
	}

	/** Text up to the next tag; text not followed by a tag yet waits, as an entity might be cut. */
	private characters(text: string, at: number): number {
		const end = text.indexOf('<', at);
		const isOutside = this.open.length === 0;
		if (isOutside && text.slice(at, end === -1 ? text.length : end).trim() !== '')
			throw this.problem('this is not XML: there is text outside of the elements');
		if (end === -1) return isOutside ? text.length : -1;
		if (this.product !== undefined) this.append(this.unescape(newlines(text.slice(at, end))));
		return end;
	}

	private markup(text: string, at: number, rows: FileRow[]): number {
		for (const [start, stop] of SECTIONS) {
			const head = text.slice(at, at + start.length);
			if (head.length < start.length && start.startsWith(head)) return -1;
			if (head !== start) continue;
			const end = text.indexOf(stop, at + start.length);
			if (end === -1) return -1;
			const inner = text.slice(at + start.length, end);
			if (start === '<![CDATA[') {
				if (this.product !== undefined) this.append(newlines(inner));
			} else if (start === '<!' && inner.includes('['))
				throw this.problem('a document type with declarations is not accepted');
			return end + stop.length;
		}
		const end = endOfTag(text, at);
		if (end === -1) return -1;
		this.tag(text.slice(at + 1, end), rows);
		return end + 1;
	}

	private tag(tag: string, rows: FileRow[]): void {
		if (tag.startsWith('/')) return this.close(tag.slice(1).trim(), rows);
		const name = /^[^\s/>=]+/.exec(tag)?.[0];
		if (name === undefined || !/^[\p{L}_:]/u.test(name))
			throw this.problem(`<${tag.slice(0, 30)}> is no tag`);
		if (this.open.length === 0 && this.seen) throw this.problem('the file has a second root element');
		this.seen = true;
		this.open.push(name);
		const { names } = this.head;
		if (names.length < NAMED_ELEMENTS && !names.includes(name)) names.push(name);
		const local = localName(name);
		const isVariant = local === 'variant' && localName(this.open.at(-2) ?? '') === 'variants';
		if (this.product === undefined && (PRODUCT_ELEMENTS.has(local) || TABLE_ELEMENTS.has(local)))
			this.product = this.begin(PRODUCT_ELEMENTS.has(local) ? undefined : local);
		else if (this.product !== undefined && this.outer === undefined && isVariant) {
			this.outer = this.product;
			this.product = this.begin(undefined);
		}
		if (this.product !== undefined) this.openIn(this.product, tag);
		if (tag.endsWith('/')) this.close(name, rows);
	}

	private begin(element: string | undefined): ProductElement {
		const { length: depth } = this.open;
		return { depth, line: this.line, values: {}, prefixed: new Set(), deep: {}, parts: [], element };
	}

	private openIn(product: ProductElement, tag: string): void {
		const inner: { text: string; name?: string } = { text: '' };
		const path = this.path(product);
		for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
			const value = this.unescape(double ?? single ?? '');
			deepen(product, `${path}@${name.toLowerCase()}`, value);
			// The address of an Atom link.
			if (name === 'href' && !path.includes('/') && path !== '' && !OTHER_LINKS.test(tag)) inner.text = value;
			if (name === 'name') inner.name = value;
		}
		this.inner.push(inner);
	}

	private close(name: string, rows: FileRow[]): void {
		const open = this.open.at(-1);
		if (open !== name) throw this.problem(`</${name}> closes <${open ?? 'nothing'}>`);
		const { product } = this;
		if (product !== undefined) this.closeIn(product, name, rows);
		this.open.pop();
	}

	private closeIn(product: ProductElement, name: string, rows: FileRow[]): void {
		const inner = this.inner.pop();
		const text = (inner?.text ?? '').trim();
		const path = this.path(product);
		if (path === '') {
			const { line, values, deep, parts, element } = product;
			if (element !== undefined) values[''] = text;
			const row: FileRow = {
				line,
				values,
				...(Object.keys(deep).length > 0 && { deep }),
				...(parts.length > 0 && { parts }),
				...(element !== undefined && { element }),
			};
			(this.outer?.parts ?? rows).push(row);
			this.product = this.outer;
			this.outer = undefined;
			return;
		}
		if (path.includes('/')) deepen(product, path, text);
		else addColumn(product, path, text, name.includes(':'));
		nameParameter(product, path, text, inner?.name);
	}

	/** Where the open element lies in the product: the local names from there to it. */
	private path({ depth }: ProductElement): string {
		const { open } = this;
		if (open.length === depth) return '';
		if (open.length === depth + 1) return localName(open[depth] ?? '');
		return open.slice(depth).map(localName).join('/');
	}

	private append(text: string): void {
		const inner = this.inner.at(-1);
		if (inner === undefined) return;
		inner.text += text;
		if (inner.text.length > MAX_RECORD) throw this.problem('the text of an element is too long');
	}

	private unescape(text: string): string {
		if (!text.includes('&')) return text;
		return text.replace(/&([^;\s&]{0,12});?/g, (whole, name: string) => {
			const named = ENTITIES[name];
			if (named !== undefined && whole.endsWith(';')) return named;
			const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name);
			const point = code === null ? NaN : parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16);
			const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
			if (!whole.endsWith(';') || !isCharacter)
				throw this.problem(`${whole} is no XML entity: write & as &amp;`);
			return String.fromCodePoint(point);
		});
	}

	private problem(message: string): FileProblem {
		return new FileProblem(message, this.line);
	}
}

/** Longer starts first: a comment and CDATA start like a declaration. */
const SECTIONS = [
	['<!--', '-->'],
	['<![CDATA[', ']]>'],
	['<?', '?>'],
	['<!', '>'],
] as const;

const ENTITIES: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** All line ends are one in XML: https://www.w3.org/TR/xml/#sec-line-ends */
const newlines = (text: string) => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** A product whose end is not read yet. */
interface ProductElement {
	/** How deep its element lies. */
	readonly depth: number;
	readonly line: number;
	readonly values: { [column: string]: string };
	/** Columns whose value came from an element with a prefix. */
	readonly prefixed: Set<string>;
	readonly deep: { [path: string]: string[] };
	readonly parts: FileRow[];
	readonly element: string | undefined;
}

const ATTRIBUTE = /\s([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const deepen = ({ deep }: ProductElement, path: string, text: string) => (deep[path] ??= []).push(text);

/** Parameters of a product come as `<param name="Size">M</param>` or as elements for name and value. */
function nameParameter(product: ProductElement, path: string, text: string, attribute?: string): void {
	if (attribute !== undefined) deepen(product, `${path}[${attribute.toLowerCase()}]`, text);
	const [, parent, kind] = /^(.+)\/(value|val)$/.exec(path) ?? [];
	if (parent === undefined) return;
	const name = product.deep[`${parent}/${kind === 'val' ? 'param_name' : 'name'}`]?.at(-1);
	if (name !== undefined) deepen(product, `${parent}[${name.toLowerCase()}]`, text);
}

/** Sets a column, and keeps every text of one that repeats. */
function addColumn(product: ProductElement, column: string, value: string, hasPrefix: boolean): void {
	const before = product.values[column];
	setColumn(product, column, value, hasPrefix);
	if (before === undefined) return;
	if (product.deep[column] === undefined) deepen(product, column, before);
	deepen(product, column, value);
}

function setColumn({ values, prefixed }: ProductElement, column: string, value: string, hasPrefix: boolean) {
	const before = values[column] ?? '';
	const sameKind = prefixed.has(column) === hasPrefix;
	if (values[column] === undefined || (hasPrefix && !sameKind)) values[column] = value;
	else if (!sameKind || value === '') return;
	else if (before === '') values[column] = value;
	else if (fieldOf(column)?.kind === 'images') values[column] = `${before},${value}`;
	if (hasPrefix) prefixed.add(column);
}

/** The `>` that ends a tag; one inside an attribute's quotes does not. */
function endOfTag(text: string, at: number): number {
	let quote = '';
	for (let i = at + 1; i < text.length; i++) {
		const char = text[i] ?? '';
		if (quote !== '') {
			if (char === quote) quote = '';
		} else if (char === '"' || char === "'") quote = char;
		else if (char === '>') return i;
	}
	return -1;
}
