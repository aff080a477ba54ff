/** The product with this number, as a row of a feed: every column text. */
export function catalogProduct(index: number, price = '59.90 EUR'): Record<string, string> {
	return {
		id: `SKU-${String(index).padStart(7, '0')}`,
		title: `Trail Shoe No. ${index}`,
		description: `A light shoe for wet paths, made in a small workshop by the sea. It is the ${index}th of its kind.`,
		availability: 'in stock',
		condition: 'new',
		price,
		link: `https://shop.example/shoes/${index}`,
		image_link: `https://images.shop.example/shoes/${index}.jpg`,
		brand: 'Acme',
		inventory: String((index % 90) + 1),
		product_type: 'Outdoor > Shoes > Trail',
		custom_label_0: `aisle ${index % 40}`,
	};
}

/** The same as X stores it. */
export const storedProduct = (index: number, price?: string): Record<string, string | number> => ({
	...catalogProduct(index, price),
	inventory: (index % 90) + 1,
});
