import { afterEach, beforeEach } from 'bun:test'
import { session } from '../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../ui/lib/texts'
import { ana } from './browser'
import { unmount } from './rendered'

/** Signs Ana in, with Portuguese texts, for each test of the file; afterwards removes what it rendered and its server. */
export async function signInForEachTest() {
  await startTexts()
  await loadAllTexts('pt')
  const nativeFetch = globalThis.fetch
  beforeEach(() => {
    session.value = { kind: 'in', me: ana as never }
  })
  afterEach(() => {
    unmount()
    session.value = { kind: 'out' }
    globalThis.fetch = nativeFetch
  })
}
