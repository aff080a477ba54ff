import { once } from 'lodash';
import { ownValue } from '../../shared/util/ownValue';
import { fieldOf } from '../product/fields';
import { FileProblem, MAX_RECORD, type FileHead, type FileRow } from './row';

/**
 * Reads the rows of an XML feed: RSS (`item`), Atom (`entry`), a plain list (`product`) or the offers of a price
 * comparison site. The children of such an element are its columns, with or without a prefix. If both exist, the one
 * with the prefix wins, because `id` and `title` belong to the feed's entry, `g:id` and `g:title` to the product.
 *
 * Repeated images become a comma-separated list. Of other repeated children, the first becomes the column. All texts
 * of repeated children, everything nested deeper, and all attributes are available by path in `deep`. Only the five
 * entities of XML and numeric ones are accepted, so that no entity can expand.
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

/** Elements outside of the products that products refer to. */
const TABLE_ELEMENTS = new Set(['category', 'currency']);

/** Links of an Atom entry to something other than the product page: RFC 4287, 4.2.7.2. */
const OTHER_LINKS =
	/\srel\s*=\s*["'](?:self|enclosure|edit|via|related|next|prev|previous|first|last|replies|hub|license)["']/i;

/** The most elements that a message names. */
const NAMED_ELEMENTS = 20;

/** Feeds have about ten levels. Every element has a path, whose length grows with its depth and the names above it. */
const MAX_DEPTH = 64;
const MAX_PATH = 1000;
/** The longest name of a parameter that becomes part of a path. */
const MAX_PARAMETER_NAME = 200;

class XmlElements {
	private rest = '';
	private line = 1;
	private readonly open: string[] = [];
	private seen = false;
	/** The product that is being read, or the element that products refer to. */
	private product: ProductElement | undefined;
	/** The product whose variant is being read. */
	private outer: ProductElement | undefined;
	/** The open elements inside the product. */
	private inner: InnerElement[] = [];

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

	/** Reads text up to the next tag. Without a next tag it waits for more, because an entity may be cut off. */
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
		if (this.open.length > MAX_DEPTH)
			throw this.problem(`elements are nested more than ${MAX_DEPTH} levels deep`);
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
		// Elements may have the names of what every other object has, such as <constructor>.
		const values = Object.create(null) as ProductElement['values'];
		const deep = Object.create(null) as ProductElement['deep'];
		return { depth, line: this.line, values, prefixed: new Set(), deep, parts: [], element };
	}

	private openIn(product: ProductElement, tag: string): void {
		const path = this.path(product);
		const inner: InnerElement = { path, text: '' };
		if (path.length > MAX_PATH)
			throw this.problem(
				`the names of nested elements are longer than ${MAX_PATH.toLocaleString('en')} characters`,
			);
		const leadsElsewhere = once(() => OTHER_LINKS.test(tag));
		for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
			const value = this.unescape(double ?? single ?? '');
			deepen(product, `${path}@${name.toLowerCase()}`, value);
			// The address of an Atom link.
			if (name === 'href' && !path.includes('/') && path !== '' && !leadsElsewhere()) inner.text = value;
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
		const path = inner?.path ?? '';
		if (path === '') {
			const { line, values, deep, parts, element } = product;
			if (element !== undefined) values[''] = text;
			const row: FileRow = {
				line,
				values,
				root: localName(this.open[0] ?? ''),
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

	/** The path of the element that opens inside the product, in local names. */
	private path({ depth }: ProductElement): string {
		const { open, inner } = this;
		if (open.length === depth) return '';
		const [above = '', name] = [inner.at(-1)?.path, localName(open.at(-1) ?? '')];
		return above === '' ? name : `${above}/${name}`;
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
			const named = ownValue(ENTITIES, name);
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

/** In this order, because `<!` is also the start of a comment and of CDATA. */
const SECTIONS = [
	['<!--', '-->'],
	['<![CDATA[', ']]>'],
	['<?', '?>'],
	['<!', '>'],
] as const;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML turns every line end into LF: https://www.w3.org/TR/xml/#sec-line-ends */
const newlines = (text: string) => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** An open element inside a product, with its text and its attribute `name`. */
interface InnerElement {
	readonly path: string;
	text: string;
	name?: string;
}

/** A product that has not been read to its end. */
interface ProductElement {
	/** The depth of its element in the document. */
	readonly depth: number;
	readonly line: number;
	readonly values: { [column: string]: string };
	/** Columns whose value comes from an element with a prefix. */
	readonly prefixed: Set<string>;
	readonly deep: { [path: string]: string[] };
	readonly parts: FileRow[];
	readonly element: string | undefined;
}

const ATTRIBUTE = /\s([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const deepen = ({ deep }: ProductElement, path: string, text: string) => (deep[path] ??= []).push(text);

/** Stores a parameter under its name: `<param name="Size">M</param>`, or an element each for name and value. */
function nameParameter(product: ProductElement, path: string, text: string, attribute?: string): void {
	if (attribute !== undefined) deepen(product, `${path}[${attribute.toLowerCase()}]`, text);
	const [, parent, kind] = /^(.+)\/(value|val)$/.exec(path) ?? [];
	if (parent === undefined) return;
	const name = product.deep[`${parent}/${kind === 'val' ? 'param_name' : 'name'}`]?.at(-1);
	if (name !== undefined && name.length <= MAX_PARAMETER_NAME)
		deepen(product, `${parent}[${name.toLowerCase()}]`, text);
}

/** Sets a column. If the element repeats, all of its texts are kept as well. */
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

/** The position of the `>` that ends a tag, outside of quotes. */
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
