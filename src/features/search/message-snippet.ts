import { pauseBeforeFolding } from './search-turns'
import { snippetOf } from './words'

/** Returns the extract around the words in a message's text, else in its file name. Call within `inSearchTurn`. */
export async function messageSnippet(body: string, fileName: string | null | undefined, words: string[]) {
  await pauseBeforeFolding(body.length)
  const inBody = snippetOf(body, words)
  return inBody.ranges.length > 0 || !fileName ? inBody : snippetOf(fileName, words)
}
