import { mapValues, compact } from 'lodash';
import { quoted, type FieldName } from '../product/fields';
import { OPTION_NAMES, type Format, type Getter } from './vocabulary';
import { ownValue } from '../../shared/util/lenient';
import { fieldOfColumn } from '../product/normalize';
import { CODES } from '../product/price';

/** The name of a user's own mapping, in the menu and in reports. */
export const OWN_MAPPING = 'Own Mapping';

/** For each field, a column or a text with columns in braces. */
export type OwnMapping = Readonly<Partial<Record<FieldName, string>>>;

/** A text in quotes is sent as it is. */
const QUOTED = /^(["'])(.*)\1$/s;

/**
 * Makes a format from the user's mapping. `{Column}` is replaced by the value of that column, a text in quotes is a
 * constant, and any other text is the name of a column: a file that lost the column must not fill a catalog with its
 * name.
 *
 * @param found The format that the columns have without the mapping. It provides the fields that are not mapped.
 */
export const ownFormat = (mapping: OwnMapping, found: Format): Format => ({
	...found,
	value: 'own',
	label: OWN_MAPPING,
	recognizedBy: [],
	mapped: mapValues(mapping, (text = ''): Getter => {
		const [, , constant] = QUOTED.exec(text) ?? [];
		if (constant !== undefined) return () => constant;
		return text.includes('{')
			? (row) => text.replace(/\{([^{}]+)\}/g, (_whole, name: string) => row.text(name.trim())).trim()
			: (row) => row.text(text);
	}),
});

/** Lists the columns that a mapping names. */
export const columnsIn = (mapping: OwnMapping): string[] => [
	...new Set(
		Object.values(mapping).flatMap((text) => {
			if (QUOTED.test(text)) return [];
			const inBraces = [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name.trim());
			return text.includes('{') ? inBraces : [text];
		}),
	),
];

/**
 * Names in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, Swedish, Turkish, Russian and
 * Ukrainian. Where a file has several names of a field, the first of them counts: a price goes before a cost.
 */
const NAMES: Readonly<Partial<Record<FieldName, string>>> = {
	id: `id|sku|article number|article number in shop|article no|article|item number|item id|item code|product code|product sku|product id|product number
		|offer id|custom label|internal reference|reference|ref|code|artikelnummer im shop|artikelnummer|artikelnr|art nr|artikel|bestellnummer|produktnummer
		|produkt id|référence|reference interne|código|codigo|referencia|codice articolo|codice|artikelcode|kod produktu|kod|symbol|indeks|kód produktu|kód
		|číslo produktu|artikelkod|stok kodu|ürün kodu|артикул|код товара|код товару|код`,
	title: `title|name|product name|product title|item name|product|artikelname|artikelbezeichnung|bezeichnung|produktname|produktbezeichnung|titel
		|nom du produit|nom|titre|libellé|nombre del producto|nombre|título|titulo|nome prodotto|nome do produto|nome|titolo|productnaam|naam|nazwa produktu
		|nazwa|název produktu|název|namn|produktnamn|ürün adı|название|наименование|назва товару|назва`,
	description: `description|long description|product description|full description|desc|text|body|body html|beschreibung|langtext|langbeschreibung
		|artikelbeschreibung|produktbeschreibung|description longue|descripción|descripcion|descrizione|omschrijving|beschrijving|descrição|descricao
		|opis produktu|opis|popis|beskrivning|açıklama|описание|опис`,
	availability: `availability|stock status|verfügbarkeit|lieferbarkeit|disponibilité|disponibilidad|disponibilità|beschikbaarheid|disponibilidade
		|dostępność|dostupnost|tillgänglighet|наличие|наявність`,
	condition: `condition|item condition|product condition|zustand|artikelzustand|état du produit|condición|condizione|conditie|condição|stan produktu
		|stav zboží|skick|ürün durumu|состояние|стан товару`,
	price: `price|sales price|selling price|retail price|price incl vat|price with vat|gross price|regular price|list price|unit price|preis|verkaufspreis
		|vk brutto|vk preis|vk|bruttopreis|endpreis|prix ttc|prix de vente|prix|precio de venta|precio|pvp|prezzo di vendita|prezzo|verkoopprijs|prijs|preço
		|preco|cena brutto|cena s dph|cena|pris|satış fiyatı|fiyat|цена|ціна|cost`,
	sale_price: `sale price|special price|discount price|discounted price|offer price|reduced price|promo price|aktionspreis|angebotspreis|sonderpreis
		|prix promo|prix soldé|precio rebajado|precio oferta|prezzo scontato|actieprijs|cena promocyjna|akční cena|kampanjpris|indirimli fiyat|цена со скидкой
		|акційна ціна`,
	image_link: `image link|image url|main image|image src|image|images|picture url|picture|photo url|photo|imgurl|img|pic url|pic|hauptbild|bild url
		|produktbild|bild|bilder|foto|image principale|url de l image|imagen principal|imagen|url de la imagen|url imagen|url immagine|immagine|afbeelding
		|imagem|zdjęcie|zdjęcia|obrázek|görsel|resim|картинка|изображение|фото|зображення`,
	link: `link|product url|product link|product page|page url|url|page|permalink|deeplink|produkt url|produktlink|artikel url|url du produit|url produit
		|lien|url del producto|enlace|url prodotto|url do produto|adres url|url produktu|odkaz|länk|ürün linki|ссылка|посилання`,
	brand: `brand|brand name|manufacturer brand name|vendor|manufacturer|maker|marke|hersteller|herstellername|marque|fabricant|marca|fabricante|produttore
		|merk|fabrikant|producent|marka|značka|výrobce|varumärke|tillverkare|бренд|производитель|виробник`,
	gtin: `gtin|ean|ean13|ean code|ean barcodenummer|ean gtin barcode|ean nummer|barcode|upc|isbn|jan|strichcode|code ean|code barres|código de barras
		|codice a barre|streepjescode|kod ean|kod kreskowy|čárový kód|streckkod|barkod|штрихкод`,
	mpn: `mpn|han mpn|manufacturer part number|part number|herstellerartikelnummer|original herstellerartikelnummer|herstellernummer|référence fabricant
		|kod producenta`,
	inventory: `inventory|stock quantity|stock qty|stock|quantity on hand|on hand|quantity|qty|lagerbestand|bestand|verfügbare menge|lager|menge|anzahl
		|quantité|existencias|cantidad|giacenza|quantità|voorraad|aantal|estoque|quantidade|stan magazynowy|ilość|množství|sklad|skladem|lagersaldo|antal
		|stok miktarı|stok|остаток|количество|кількість|залишок`,
	item_group_id: 'item group|group id|variant group|parent sku|parent id|parent|variantengruppe|vatersku',
	product_type: `product type|category path|product category|category|categories|warengruppe|produktgruppe im shop|product group in shop|kategorie
		|kategorien|catégorie|categoría|categoria|categorie|kategoria|kategori|категория|категорія`,
	color: OPTION_NAMES.color.join('|'),
	size: OPTION_NAMES.size.join('|'),
};

const FIELD_OF: Readonly<Record<string, readonly [FieldName, number]>> = Object.fromEntries(
	Object.entries(NAMES).flatMap(([field, names]) =>
		names.split('|').map((name, rank) => [name.replace(/\s/g, ''), [field as FieldName, rank]]),
	),
);

/** Units and notes behind a name. Others, such as "(net)", make another column of it. */
const NOTES = `${CODES.replaceAll(' ', '|')}|[€$£]|html|incl\\.? vat|brutto|großes bild|(?:möglichst|max)[^()]*`;
const NOTE = new RegExp(`\\((?:${NOTES})\\)\\s*$`, 'i');

/** A column as one word, since elements of XML have no capitals: `Sales_Price (EUR)` → `salesprice`. */
const wordOf = (column: string): string =>
	column
		.replace(NOTE, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** The columns of the fields, as a mapping: a column with the name of a field goes before one that means it. */
export function nearestColumns(columns: readonly string[]): OwnMapping {
	const found: Partial<Record<FieldName, string>> = {};
	const ranks: Partial<Record<FieldName, number>> = {};
	const images: string[] = [];
	for (const column of columns) {
		const word = wordOf(column);
		const isImage = ownValue(FIELD_OF, word.replace(/\d{1,3}$/, ''))?.[0] === 'image_link';
		if (isImage) images.push(column);
		const exact = fieldOfColumn(column);
		const [field = exact, rank = -1] = exact === undefined ? (ownValue(FIELD_OF, word) ?? []) : [];
		if (field === undefined || rank >= (ranks[field] ?? Infinity)) continue;
		found[field] = column;
		ranks[field] = rank;
	}
	const [image] = images;
	if (image !== undefined) found.image_link ??= image;
	const more = images.filter((column) => column !== found.image_link);
	if (more.length > 0) found.additional_image_link ??= more.map((column) => `{${column}}`).join(',');
	return found;
}

/** The field that a column fills in such a mapping. */
export const fieldIn = (mapping: OwnMapping, column: string): string | undefined =>
	Object.entries(mapping).find(([, text]) => text === column || text.includes(`{${column}}`))?.[0];

/** Names the most likely columns of the fields, as JSON for Columns of the File, and the columns without a field. */
export function describeColumns(columns: readonly string[]): string {
	const mapping = nearestColumns(columns);
	const others = columns.filter((column) => fieldIn(mapping, column) === undefined);
	const none = others.length > 0 && `no field for ${others.map(quoted).join(', ')}`;
	return compact([others.length < columns.length && JSON.stringify(mapping), none]).join('; ');
}
