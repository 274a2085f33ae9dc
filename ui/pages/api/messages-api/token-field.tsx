import { useEffect, useState } from 'react'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { Button } from '../../../components/button'
import { controlClass, FieldShell } from '../../../components/field'
import { BareSelect } from '../../../components/select'
import { api, unwrapResponse } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { classes } from '../../../lib/classes'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { Section } from './section'

/** Token used by the forms: pasted, or revealed to an admin for a chosen connection. */
export function TokenField({ token, onToken }: { token: string; onToken: (token: string) => void }) {
  const { t } = useTranslation()
  const mayReveal = useCan('connection:edit')
  return (
    <Section title={t('messagesApi.tokenTitle')}>
      {mayReveal && <RevealToken onToken={onToken} />}
      <FieldShell label={t('messagesApi.token')} hint={t('messagesApi.tokenHint')} problem={null}>
        {(control) => (
          <input
            {...control}
            value={token}
            onChange={({ target }) => onToken(target.value.trim())}
            autoComplete="off"
            spellCheck={false}
            className={classes(controlClass, 'h-control px-3 font-mono')}
          />
        )}
      </FieldShell>
    </Section>
  )
}

function RevealToken({ onToken }: { onToken: (token: string) => void }) {
  const { t } = useTranslation()
  const [connections, setConnections] = useState<Connection[]>([])
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    unwrapResponse(api.whatsapp.get())
      .then(({ whatsapps }) => {
        setConnections(whatsapps)
        setChosen(String(whatsapps[0]?.id ?? ''))
      })
      .catch(toastError)
  }, [])
  const reveal = async () => {
    setBusy(true)
    try {
      onToken((await unwrapResponse(api.whatsapp({ id: Number(chosen) }).token.get())).token)
    } catch (failure) {
      toastError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FieldShell label={t('messagesApi.connection')} problem={null} className="min-w-0 flex-1 basis-60">
        {(control) => (
          <BareSelect
            {...control}
            value={chosen}
            placeholder={t('messagesApi.chooseConnection')}
            choices={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={setChosen}
          />
        )}
      </FieldShell>
      <Button busy={busy} disabled={!chosen} onClick={() => void reveal()}>
        {t('messagesApi.reveal')}
      </Button>
    </div>
  )
}
