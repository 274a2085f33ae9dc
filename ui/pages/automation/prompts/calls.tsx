import { ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { PromptCall, PromptUsage } from '../../../../src/features/automation/prompts/model'
import { BoxedList } from '../../../components/boxed-list'
import { EmptyState } from '../../../components/empty-state'
import { paths, toTickets } from '../../../lib/paths'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { promptCalls, promptUsage, reloadCalls } from './calls-store'
import { costText, numberText } from './cost-text'
import { modelName } from './models'

/** The month's use beside its budget, and the log of calls. */
export function Calls() {
  const { t } = useTranslation()
  const usage = useValue(promptUsage)
  useEffect(reloadCalls, [])
  return (
    <div className="flex flex-col gap-4">
      {usage && <Month usage={usage} />}
      <BoxedList
        list={promptCalls}
        label={t('prompts.callsTab')}
        skeletonRows={6}
        empty={<EmptyState icon={<ReceiptText />} title={t('prompts.noCalls')} text={t('prompts.noCallsText')} />}
        render={(call) => <CallLine call={call} />}
      />
    </div>
  )
}

function Month({ usage: { month, calls, tokens, cost, maxTokens, maxDollars } }: { usage: PromptUsage }) {
  const { t } = useTranslation()
  const limit = (value: string | null) =>
    value === null ? t('prompts.noLimit') : t('prompts.ofLimit', { limit: value })
  return (
    <section aria-label={t('prompts.month', { month: monthText(month) })}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{t('prompts.month', { month: monthText(month) })}</h2>
        <Link href={paths.settings} className="text-accent text-sm hover:underline">
          {t('prompts.changeLimits')}
        </Link>
      </div>
      <dl className="mt-2 grid gap-3 sm:grid-cols-3">
        <Figure label={t('prompts.calls')} value={numberText(calls)} />
        <Figure
          label={t('prompts.tokens')}
          value={numberText(tokens)}
          note={limit(maxTokens ? numberText(maxTokens) : null)}
          share={maxTokens ? tokens / maxTokens : null}
        />
        <Figure
          label={t('prompts.cost')}
          value={costText(cost)}
          note={limit(maxDollars ? costText(maxDollars * 1_000_000) : null)}
          share={maxDollars ? cost / (maxDollars * 1_000_000) : null}
        />
      </dl>
    </section>
  )
}

/** `yyyy-mm` as MM/yyyy. */
const monthText = (month: string) => month.split('-').reverse().join('/')

interface FigureProps {
  label: string
  value: string
  note?: string
  /** Used share of the limit, 0 to 1; null without a limit. */
  share?: number | null
}

function Figure({ label, value, note, share = null }: FigureProps) {
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{value}</dd>
      {note && <dd className="text-faint text-sm tabular-nums">{note}</dd>}
      {share !== null && (
        <dd aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className={share >= 0.9 ? 'h-full bg-danger' : 'h-full bg-accent'}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </dd>
      )}
    </div>
  )
}

function CallLine({ call }: { call: PromptCall }) {
  const { t } = useTranslation()
  const { outcome, prompt, kind, model, startedAt, ticket, detail } = call
  const isGood = outcome === 'answered' || outcome === 'transferred'
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">
          <span className="font-medium">{prompt?.name ?? t('prompts.noPrompt')}</span>{' '}
          <span className={isGood ? 'text-muted' : 'text-danger-ink'}>
            {kind !== 'chat' && `${t(`prompts.kinds.${kind}`)} · `}
            {t(`prompts.outcomes.${outcome}`)}
          </span>
        </p>
        <p className="text-faint text-sm wrap-anywhere">
          {formatDateTime(startedAt)} · {modelName(model)}
          {ticket && (
            <>
              {' · '}
              <Link href={toTickets(ticket.uuid)} className="text-accent underline">
                {t('prompts.openTicket', { id: ticket.id })}
              </Link>
            </>
          )}
        </p>
        {detail && <p className="text-muted text-sm wrap-anywhere">{detail}</p>}
      </div>
      <p className="text-muted text-sm tabular-nums">
        <Figures call={call} />
      </p>
    </li>
  )
}

/** Tokens of a model or characters of a voice, cost and time of a call. */
function Figures({ call: { kind, inputTokens, outputTokens, characters, cost, durationMs } }: { call: PromptCall }) {
  const { t } = useTranslation()
  const figures = {
    tokens: numberText(inputTokens + outputTokens),
    characters: numberText(characters),
    cost: costText(cost),
    seconds: durationMs === null ? '–' : numberText(durationMs / 1000, 1),
  }
  const isSpeech = kind === 'speech' || kind === 'speechTest'
  return isSpeech ? t('prompts.speechFigures', figures) : t('prompts.callFigures', figures)
}
