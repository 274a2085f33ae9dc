const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Formats cents as BRL. */
export const formatMoney = (cents: number) => format.format(cents / 100)
