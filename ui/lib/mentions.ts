interface Piece {
  at: number
  words: string
  isMention: boolean
}

/** Splits a text at the mentioned names. Longer names are tried first, since a name may start with another. */
export function splitAtMentions(text: string, names: string[]): Piece[] {
  const byLength = [...names].sort((a, b) => b.length - a.length)
  const pieces: Piece[] = []
  let rest = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = byLength.find((one) => text.startsWith(one, at))
    if (!name || at < rest) continue
    if (at > rest) pieces.push({ at: rest, words: text.slice(rest, at), isMention: false })
    pieces.push({ at, words: name, isMention: true })
    rest = at + name.length
  }
  if (rest < text.length) pieces.push({ at: rest, words: text.slice(rest), isMention: false })
  return pieces
}

/** People whose name follows an @ in the text. */
export function findMentioned<P extends { name: string }>(text: string, people: readonly P[]): P[] {
  const pieces = splitAtMentions(
    text,
    people.map(({ name }) => `@${name}`),
  )
  const said = new Set(pieces.flatMap(({ words, isMention }) => (isMention ? [words] : [])))
  return people.filter(({ name }) => said.has(`@${name}`))
}
