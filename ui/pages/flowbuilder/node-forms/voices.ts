/** Value of the field `voice` for an answer in text (specification, part 2 §3). */
export const textVoice = 'texto'

/** The sixteen neural voices of Brazilian Portuguese of the speech service, by the id in its requests. */
export const voices = [
  ...['Francisca', 'Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Giovanna', 'Humberto', 'Julio', 'Leila'],
  ...['Leticia', 'Manuela', 'Nicolau', 'Thalita', 'Valerio', 'Yara'],
].map((name) => ({ value: `pt-BR-${name}Neural`, label: name }))
