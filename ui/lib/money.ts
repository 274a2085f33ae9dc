const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Cents of BRL, as the API gives prices. */
export const money = (cents: number) => format.format(cents / 100)
