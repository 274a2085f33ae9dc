const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Reais, as the API gives prices. */
export const money = (reais: number) => format.format(reais)
