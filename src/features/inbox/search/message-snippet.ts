import { pauseBeforeFolding } from './search-turns'
import { type SearchedTexts, searchedTexts, snippetOf } from './words'

/** Returns the extract around the words in a message's body, else in another text of it. Call within `inSearchTurn`. */
export async function messageSnippet(message: SearchedTexts, words: string[]) {
  await pauseBeforeFolding(message.body.length)
  const [first = '', ...others] = searchedTexts(message)
  const inFirst = snippetOf(first, words)
  if (inFirst.ranges.length > 0) return inFirst
  return others.map((text) => snippetOf(text, words)).find(({ ranges }) => ranges.length > 0) ?? inFirst
}
