import './browser'
import { test } from 'bun:test'
import { loadToasts } from '../../ui/lib/toast'
import { saveApiKey } from '../../ui/pages/api/api-keys/store'
import { saveWebhook } from '../../ui/pages/api/webhooks/store'
import { savePrompt } from '../../ui/pages/automation/prompts/store'
import { until } from '../until'
import { json, serve } from './browser'
import { signInForEachTest } from './signed-in'

await signInForEachTest()

test.each([
  ['Prompt criado.', () => savePrompt(null, {} as never)],
  ['Prompt salvo.', () => savePrompt({ id: 1 } as never, {} as never)],
  ['Chave criada.', () => saveApiKey(null, {} as never)],
  ['Chave salva.', () => saveApiKey({ id: 1 } as never, {} as never)],
  ['Webhook criado.', () => saveWebhook(null, {} as never)],
  ['Webhook salvo.', () => saveWebhook({ id: 1 } as never, {} as never)],
])('“%s” names what was done (docs/wording.md)', async (said, save) => {
  serve(() => json({ id: 1 }))
  await save()
  const { toast } = await loadToasts()
  const titles = () => toast.getHistory().map((each) => 'title' in each && each.title)
  await until('the toast', () => titles().includes(said))
})
