import { useState } from 'react'
import type { PresetResult } from '../../../../src/features/automation/first-steps/model'
import { Button } from '../../../components/button'
import { loadSteps } from '../../../first-steps/store'
import { api, unwrapResponse } from '../../../lib/api'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

const kinds = ['shop', 'food', 'clinic', 'services'] as const
type Kind = (typeof kinds)[number]

/** Kinds of business; a click creates queues, tags, quick replies and hours that can be changed later. */
export function Presets() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<Kind | null>(null)
  const apply = async (kind: Kind) => {
    setBusy(kind)
    try {
      const { queues, tags, quickMessages, number } = await unwrapResponse<PresetResult>(
        api['first-steps'].presets.post({ kind }),
      )
      toastSuccess(t('firstSteps.made', { queues, tags, quickMessages }))
      if (number) toastSuccess(t('firstSteps.madeForNumber', { name: number }))
      await loadSteps()
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setBusy(null)
    }
  }
  return (
    <fieldset className="mt-4 rounded-lg border border-line bg-surface p-3">
      <legend className="px-1 font-medium">{t('firstSteps.presets')}</legend>
      <p className="text-muted text-sm">{t('firstSteps.presetsText')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button key={kind} size="sm" busy={busy === kind} disabled={busy !== null} onClick={() => apply(kind)}>
            {t(`firstSteps.kinds.${kind}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
