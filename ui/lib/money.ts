const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Formats cents as BRL. */
export const money = (cents: number) => format.format(cents / 100)
