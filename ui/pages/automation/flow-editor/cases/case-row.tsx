import { Check, CircleHelp, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { FlowCase } from '../../../../../src/features/automation/flows/cases/model'
import { Button } from '../../../../components/button'
import { IconButton } from '../../../../components/icon-button'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { Place } from '../names/place'
import { CaseNameDialog } from './case-name-dialog'
import type { Cases } from './use-cases'

/** A test case with its state, what the customer wrote, the expected end and the end in the draft. */
export function CaseRow({ row, cases }: { row: FlowCase; cases: Cases }) {
  const { t } = useTranslation()
  const { id, name, answers, ending, result, isPassed } = row
  const [isRenaming, setRenaming] = useState(false)
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line bg-surface p-3 text-sm">
      <div className="flex items-center gap-2">
        <State isPassed={isPassed} />
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <IconButton size="sm" label={t('flowCases.rename', { name })} onClick={() => setRenaming(true)}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          size="sm"
          tone="danger"
          label={t('flowCases.delete', { name })}
          onClick={() => void cases.remove(id)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <p className="line-clamp-2 text-muted wrap-anywhere">{answers.map((text) => `“${text}”`).join(' → ')}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-0.5 [&_dt]:text-muted">
        <dt>{t('flowCases.expected')}</dt>
        <dd className="min-w-0">
          <Place {...ending} />
        </dd>
        {isPassed === false && (
          <>
            <dt>{t('flowCases.found')}</dt>
            <dd className="min-w-0">{result ? <Place {...result} /> : t('flowCases.tooLong')}</dd>
          </>
        )}
      </dl>
      {isPassed === false && result && (
        <Button size="sm" className="self-start" onClick={() => void cases.accept(id)}>
          {t('flowCases.accept')}
        </Button>
      )}
      {isRenaming && <CaseNameDialog row={row} cases={cases} onClose={() => setRenaming(false)} />}
    </li>
  )
}

const states = {
  passed: { Icon: Check, className: 'text-good' },
  failed: { Icon: X, className: 'text-danger-ink' },
  unknown: { Icon: CircleHelp, className: 'text-faint' },
}

function State({ isPassed }: { isPassed: boolean | null }) {
  const { t } = useTranslation()
  const state = isPassed === null ? 'unknown' : isPassed ? 'passed' : 'failed'
  const { Icon, className } = states[state]
  return (
    <span className={classes('flex items-center gap-1 font-medium text-sm [&_svg]:size-4', className)}>
      <Icon aria-hidden />
      {t(`flowCases.states.${state}`)}
    </span>
  )
}
