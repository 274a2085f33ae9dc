import { Play } from 'lucide-react'
import { useState } from 'react'
import type { TrialFields } from '../../../../../src/features/automation/flows/trial/model'
import { fillRequest } from '../../../../../src/shared/flow/fill-request'
import type { NodeData } from '../../../../../src/shared/flow/node'
import { variablesIn } from '../../../../../src/shared/flow/render'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { controlClass, FieldShell } from '../../../../components/field'
import { api, unwrapResponse } from '../../../../lib/api'
import { classes } from '../../../../lib/classes'
import { errorText } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor } from '../editor/editor'

interface RequestTrialProps {
  /** The request as the form has it now. */
  request: NodeData['request']
  /** Keeps the value of a path. */
  onPick: (path: string) => void
}

/** Makes the request with sample values, and offers the fields of its answer. */
export function RequestTrial({ request, onPick }: RequestTrialProps) {
  const { t } = useTranslation()
  const names = variablesOf(request)
  const [values, setValues] = useState<Record<string, string>>({})
  const { isBusy, result, problem, ask } = useTrial()
  const run = () => {
    const samples = Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
    void ask(fillRequest(samples, request))
  }
  return (
    <section className="flex flex-col gap-2 rounded-md border border-line p-3">
      <h3 className="font-medium text-sm">{t('flowBuilder.tryRequest')}</h3>
      <p className="text-faint text-sm">{t('flowBuilder.tryRequestHint')}</p>
      {names.map((name) => (
        <FieldShell key={name} label={t('flowBuilder.sampleOf', { name })} problem={null}>
          {(control) => (
            <input
              {...control}
              value={values[name] ?? ''}
              maxLength={200}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
              className={classes(controlClass, 'h-control-sm px-2')}
            />
          )}
        </FieldShell>
      ))}
      <div>
        <Button size="sm" icon={<Play aria-hidden />} busy={isBusy} onClick={run}>
          {t('flowBuilder.tryRequestNow')}
        </Button>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {result && <Answer result={result} onPick={onPick} />}
    </section>
  )
}

function Answer({
  result: { isSuccess, status, fields },
  onPick,
}: Pick<RequestTrialProps, 'onPick'> & { result: TrialFields }) {
  const { t } = useTranslation()
  return (
    <>
      <p role="status" className={classes('font-medium text-sm', isSuccess ? 'text-good' : 'text-danger-ink')}>
        {status === null ? t('flowBuilder.noAnswer') : t('flowBuilder.answeredWith', { status })}
      </p>
      {fields.length > 0 && (
        <>
          <p className="text-muted text-sm">{t('flowBuilder.pickField')}</p>
          <ul aria-label={t('flowBuilder.pickField')} className="max-h-64 overflow-y-auto">
            {fields.map(({ path, value }) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => onPick(path)}
                  className="flex w-full min-w-0 flex-col rounded-sm px-2 py-1 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <span className="max-w-full truncate font-medium">{path}</span>
                  <span className="max-w-full truncate text-muted text-xs">{value}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Names of the variables of a request, each once. */
const variablesOf = ({ url, headers, body }: NodeData['request']) => [
  ...new Set([url, body, ...headers.map(([, value]) => value)].flatMap(variablesIn)),
]

function useTrial() {
  const { t } = useTranslation()
  const { flowId } = useEditor()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<TrialFields | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = async (request: NodeData['request'] | undefined) => {
    setResult(null)
    setProblem(request ? null : t('flowBuilder.lints.requestTooLong'))
    if (!request) return
    setBusy(true)
    try {
      const headers = request.headers.map(([name, value]) => ({ name, value }))
      const call = api.flowbuilder.flow({ id: flowId }).try.fields.post({ ...request, headers, saves: [] })
      setResult(await unwrapResponse<TrialFields>(call))
    } catch (thrown) {
      setProblem(errorText(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, result, problem, ask }
}
