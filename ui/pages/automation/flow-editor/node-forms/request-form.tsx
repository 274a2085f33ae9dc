import { requestMethods } from '../../../../../src/shared/flow/node'
import { maxParts } from '../../../../../src/shared/flow/read-node'
import { controlClass } from '../../../../components/field'
import { Select } from '../../../../components/select'
import { classes } from '../../../../lib/classes'
import { createForm, type Field, type Form, type Rule } from '../../../../lib/form'
import { newId } from '../../../../lib/id'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { variableMask, variableName } from './question-form'
import { RequestTrial } from './request-trial'
import { RowsEditor } from './rows-editor'
import { VariableField } from './variable-field'
import { VariableInput } from './variable-input'

interface Pair {
  id: string
  left: string
  right: string
}
const pair = (left = '', right = ''): Pair => ({ id: newId(), left, right })
const isFilled = ({ left, right }: Pair) => left.trim() !== '' || right.trim() !== ''

/** Address with http or https; a variable may follow. */
const httpAddress: Rule<string> = (value) => (/^https?:\/\/\S/.test(value.trim()) ? null : { code: 'webAddress' })
const namedSaves: Rule<Pair[]> = (pairs) =>
  pairs.filter(isFilled).every(({ left, right }) => left.trim() && !variableName(right)) ? null : { code: 'refused' }
const namedHeaders: Rule<Pair[]> = (pairs) =>
  pairs.filter(isFilled).every(({ left }) => /^[\w-]+$/.test(left.trim())) ? null : { code: 'refused' }

/** Request to a service: method, address, headers, body, and the values of its answer that become variables. */
export function RequestForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const read = readData(props.type, props.data, 'request')
  const form = useNodeForm(props, () =>
    createForm(
      {
        ...{ method: read.method as string, url: read.url, body: read.body },
        headers: read.headers.map(([name, value]) => pair(name, value)),
        saves: read.saves.map(({ path, key }) => pair(path, key)),
      },
      { url: [httpAddress], headers: [namedHeaders], saves: [namedSaves] },
    ),
  )
  const method = useValue(form.field('method').value)
  return (
    <NodeFields {...props} form={form} toData={requestData}>
      <div className="flex flex-col gap-4">
        <Select
          field={form.field('method')}
          label={t('flowBuilder.method')}
          choices={requestMethods.map((value) => ({ value, label: value }))}
        />
        <VariableField
          field={form.field('url')}
          label={t('flowBuilder.address')}
          placeholder={t('flowBuilder.addressExample', { variable: '{{id}}' })}
          autoFocus
        />
      </div>
      <Pairs
        field={form.field('headers')}
        title={t('flowBuilder.headers')}
        problem={t('flowBuilder.headersProblem')}
        labels={[t('flowBuilder.headerName'), t('flowBuilder.headerValue')]}
        add={t('flowBuilder.addHeader')}
        max={maxParts.headers}
      />
      {method !== 'GET' && (
        <VariableField
          field={form.field('body')}
          label={t('flowBuilder.body')}
          hint={t('flowBuilder.bodyHint')}
          rows={5}
          optional
        />
      )}
      <Pairs
        field={form.field('saves')}
        title={t('flowBuilder.saves')}
        hint={t('flowBuilder.savesHint')}
        problem={t('flowBuilder.savesProblem')}
        labels={[t('flowBuilder.savePath'), t('flowBuilder.saveKey')]}
        add={t('flowBuilder.addSave')}
        max={maxParts.saves}
        isPlain
      />
      <Trial form={form} />
    </NodeFields>
  )
}

/** The trial of the request, whose picked fields become rows of `saves`. */
function Trial({ form }: { form: Form<RequestValues> }) {
  const values = {
    method: useValue(form.field('method').value),
    url: useValue(form.field('url').value),
    body: useValue(form.field('body').value),
    headers: useValue(form.field('headers').value),
    saves: [],
  }
  const saves = form.field('saves')
  const pick = (path: string) => {
    const before = saves.value.peek().filter(isFilled)
    if (before.length >= maxParts.saves || before.some(({ left }) => left === path)) return
    saves.value.value = [...before, pair(path, keyOfPath(path, new Set(before.map(({ right }) => right))))]
  }
  return <RequestTrial request={readData('request', requestData(values), 'request')} onPick={pick} />
}

/** Name of the variable for a path: its last name, with a number when it is taken. */
function keyOfPath(path: string, taken: Set<string>): string {
  const last = path.split('.').findLast((name) => /\D/.test(name)) ?? 'valor'
  const key = variableMask(last).slice(0, 45) || 'valor'
  for (let number = 1; ; number++) {
    const name = number === 1 ? key : `${key}${number}`
    if (!taken.has(name) && name !== '__proto__') return name
  }
}

interface RequestValues {
  method: string
  url: string
  body: string
  headers: Pair[]
  saves: Pair[]
}
const requestData = ({ method, url, body, headers, saves }: RequestValues) => ({
  ...{ method, url: url.trim(), body: method === 'GET' ? '' : body },
  headers: headers.filter(isFilled).map(({ left, right }) => ({ name: left.trim(), value: right })),
  saves: saves.filter(isFilled).map(({ left, right }) => ({ path: left.trim(), key: right.trim() })),
})

interface PairsProps {
  field: Field<Pair[]>
  title: string
  hint?: string
  /** Sentence for rows that are not complete. */
  problem: string
  labels: [left: string, right: string]
  add: string
  max: number
  /** The second field takes no variables. */
  isPlain?: boolean
}

function Pairs({ field, title, hint, problem, labels: [left, right], add, max, isPlain }: PairsProps) {
  const { t } = useTranslation()
  const rows = useValue(field.value)
  const isProblem = useValue(field.problem) !== null
  return (
    <div>
      <RowsEditor
        {...{ title, hint, rows, max, addText: add }}
        removeText={(number) => t('flowBuilder.removeRow', { number, title })}
        make={() => pair()}
        onChange={(next) => {
          field.value.value = next
        }}
      >
        {(row, change, at) => (
          <>
            <input
              aria-label={`${left} ${at + 1}`}
              aria-invalid={isProblem || undefined}
              placeholder={left}
              value={row.left}
              maxLength={200}
              onChange={({ target }) => change({ left: target.value })}
              className={classes(controlClass, 'h-control px-3')}
            />
            {isPlain ? (
              <input
                aria-label={`${right} ${at + 1}`}
                aria-invalid={isProblem || undefined}
                placeholder={right}
                value={row.right}
                maxLength={50}
                onChange={({ target }) => change({ right: variableMask(target.value) })}
                className={classes(controlClass, 'h-control px-3')}
              />
            ) : (
              <VariableInput
                label={`${right} ${at + 1}`}
                placeholder={right}
                value={row.right}
                onChange={(text) => change({ right: text })}
              />
            )}
          </>
        )}
      </RowsEditor>
      {isProblem && <p className="mt-1 text-danger-ink text-sm">{problem}</p>}
    </div>
  )
}
