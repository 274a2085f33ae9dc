import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { controlClass, FieldShell } from '../../../components/field'
import { useNumberHint } from '../../../contact/number-field'
import { api, unwrapResponse } from '../../../lib/api'
import { classes } from '../../../lib/classes'
import { readTyped } from '../../../lib/number-reader'
import { keys, readStored, writeStored } from '../../../lib/storage'
import { errorText, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { type CampaignForm, messageNames } from './campaign-form'

interface TestFormProps {
  form: CampaignForm
  /** Number of the text on screen, 1 to 5. */
  variant: number
  /** Saves the campaign without its start. @throws AppError */
  onStore: () => Promise<Campaign>
}

/** Sends the text on screen to one number, such as the user's own. */
export function TestForm({ form, variant, onStore }: TestFormProps) {
  const { t } = useTranslation()
  const [number, setNumber] = useState(readStored(keys.testNumber) ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const understood = useNumberHint(number)
  const text = useValue(form.field(messageNames[variant - 1] as 'message1').value)
  const hasConnection = useValue(form.field('whatsappId').value) !== ''
  const canSend = hasConnection && text.trim() !== ''
  const send = async () => {
    const read = readTyped(number)
    const refused = read && 'refused' in read ? `${t(`form.numberFault.${read.refused}`)}.` : null
    setProblem(refused)
    if (refused) return
    setBusy(true)
    try {
      // The form shows why it cannot be saved.
      let saved: Campaign | null = null
      const isStored = await form.submit(async () => {
        saved = await onStore()
      })
      if (!isStored || saved === null) return
      const { id } = saved as Campaign
      await unwrapResponse(api.campaigns({ id }).test.post({ number: number.trim(), variant }))
      writeStored(keys.testNumber, number)
      toastSuccess(t('campaigns.testSent', { number }))
    } catch (thrown) {
      setProblem(errorText(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 font-medium text-sm">{t('campaigns.test')}</legend>
      <FieldShell
        label={t('campaigns.testNumber')}
        hint={
          hasConnection
            ? `${t('campaigns.testHint', { n: variant })} ${understood}`
            : t('campaigns.testNeedsConnection')
        }
        problem={problem}
      >
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              inputMode="tel"
              autoComplete="tel"
              value={number}
              maxLength={limits.typedNumber.max}
              onChange={({ target }) => setNumber(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // Enter would save the campaign and close the dialog.
                event.preventDefault()
                if (canSend) void send()
              }}
              className={classes(controlClass, 'h-control min-w-0 flex-1 px-3 tabular-nums')}
            />
            <Button icon={<Send aria-hidden />} busy={busy} disabled={!canSend} onClick={() => void send()}>
              {t('campaigns.testSend')}
            </Button>
          </div>
        )}
      </FieldShell>
    </fieldset>
  )
}
