import { CornerUpRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../components/button'
import { MomentField } from '../../../../components/moment-field'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import type { FlowTrial } from './use-flow-trial'

/** Begins the conversation again: at a chosen time, or at the node selected on the canvas. */
export function TryHead({ trial }: { trial: FlowTrial }) {
  const { t } = useTranslation()
  const { timeZone } = useMe().company
  const [clock, setClock] = useState('')
  const selected = useValue(useEditor().selection).nodes
  const [only] = selected
  return (
    <div className="flex shrink-0 flex-col gap-2 border-line border-b p-3">
      {/* On a phone the conversation needs the place. */}
      <p className="text-faint text-sm max-sm:sr-only">{t('flowTrial.lead')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <MomentField label={t('flowTrial.clock')} onMoment={setClock} />
        <Button icon={<RotateCcw aria-hidden />} onClick={() => trial.restart(timeOf(clock, timeZone))}>
          {t('flowTrial.restart')}
        </Button>
      </div>
      <Button
        size="sm"
        icon={<CornerUpRight aria-hidden />}
        className="max-sm:disabled:hidden"
        disabled={selected.size !== 1}
        title={selected.size === 1 ? undefined : t('flowTrial.selectNode')}
        onClick={() => only !== undefined && trial.restartAt(only)}
      >
        {t('flowTrial.restartHere')}
      </Button>
    </div>
  )
}

/** Moment, epoch ms, that a clock in the company's time zone shows; without a chosen time, now. */
export function timeOf(clock: string, timeZone: string): number {
  if (clock === '') return Date.now()
  const wanted = Date.parse(`${clock}:00Z`)
  const shown = new Date(wanted).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
  return wanted + (wanted - Date.parse(`${shown}Z`))
}
