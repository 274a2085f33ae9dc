/** Name of the product while the provider gives it none. */
export const ownProductName = 'Balcão'
