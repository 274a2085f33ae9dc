import '../browser'
import { expect, test } from 'bun:test'
import { repeatFailed } from '../../../ui/delivery-log/requests'
import { loadToasts } from '../../../ui/lib/toast'
import { until } from '../../until'
import { json, serve } from '../browser'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()

test.each([
  [0, 'Nenhum envio falhou.'],
  [2, '2 envios na fila.'],
])('“send again” of %i failed requests says “%s”', async (sent, said) => {
  serve(() => json({ sent }))
  expect(await repeatFailed({ kind: 'webhooks', id: 1 })).toBe(sent > 0)
  const { toast } = await loadToasts()
  const titles = () => toast.getHistory().map((each) => 'title' in each && each.title)
  await until('the toast', () => titles().includes(said))
})
