import { useState } from 'react'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { Form, SubmitButton } from '../../../components/form'
import { NumberField } from '../../../contact/number-field'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, required, useForm } from '../../../lib/form'
import { telephone } from '../../../lib/number-reader'
import { useTranslation } from '../../../lib/use-translation'
import { Steps } from './steps'

/** Linking without a camera: the user enters the number and types the shown code on the phone. */
export function PairingCode({ connection }: { connection: Connection }) {
  const [requestedCode, setRequestedCode] = useState('')
  const code = connection.pairingCode || requestedCode
  return code ? <Code code={code} /> : <AskForCode id={connection.id} onCode={setRequestedCode} />
}

function AskForCode({ id, onCode }: { id: number; onCode: (code: string) => void }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm(
      { number: '' },
      {
        number: [required, telephone],
      },
    ),
  )
  const send = async ({ number }: { number: string }) => {
    const { pairingCode } = await unwrapResponse(api.whatsappsession({ id }).pair.post({ number: number.trim() }))
    onCode(pairingCode)
  }
  return (
    <Form form={form} send={send} className="flex max-w-md flex-col gap-4">
      <p className="text-muted">{t('connections.pairingLead')}</p>
      <NumberField
        field={form.field('number')}
        label={t('connections.pairingNumber')}
        placeholder={t('connections.pairingPlaceholder')}
        autoFocus
      />
      <SubmitButton of={form} className="self-start">
        {t('connections.pairingAsk')}
      </SubmitButton>
    </Form>
  )
}

/** Code as the phone shows it, in two groups of four. */
export const showCode = (code: string) => (code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code)

function Code({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-6 md:flex-row md:items-center">
      <p role="status" className="shrink-0 text-center">
        <span className="block text-faint text-sm">{t('connections.pairingCode')}</span>
        <span className="mt-1 block select-all rounded-lg border border-line bg-sunken px-5 py-4 font-mono font-semibold text-2xl tracking-widest">
          {showCode(code)}
        </span>
      </p>
      <Steps steps={t('connections.pairingSteps', { returnObjects: true })} />
    </div>
  )
}
