import type { Graph } from '../../../../../src/shared/flow/graph'
import { maxValue, type Values } from '../../../../../src/shared/flow/render'
import { controlClass, FieldShell } from '../../../../components/field'
import { BareSelect } from '../../../../components/select'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { useNodeName } from '../names/node-name'
import type { FlowTrial } from './use-flow-trial'

/** Variables, the virtual customer and the draws; each can be changed at any time. */
export function TryValues({ trial }: { trial: FlowTrial }) {
  const { t } = useTranslation()
  return (
    <details className="border-line border-t">
      <summary className="cursor-pointer px-3 py-2 font-medium text-sm hover:bg-hover">{t('flowTrial.values')}</summary>
      <div className="flex flex-col gap-3 px-3 pb-3">
        <Variables values={trial.state?.run.variables ?? {}} onChange={trial.setVariable} />
        <Contact trial={trial} />
        {trial.graph && <Draws trial={trial} graph={trial.graph} />}
      </div>
    </details>
  )
}

interface TextProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const Text = ({ label, value, onChange }: TextProps) => (
  <FieldShell label={label} problem={null}>
    {(control) => (
      <input
        {...control}
        value={value}
        maxLength={maxValue}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={classes(controlClass, 'h-control-sm px-2')}
      />
    )}
  </FieldShell>
)

function Variables({ values, onChange }: { values: Values; onChange: (name: string, value: string) => void }) {
  const { t } = useTranslation()
  const names = Object.keys(values)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-semibold text-sm">{t('flowTrial.variables')}</legend>
      {names.length === 0 && <p className="text-faint text-sm">{t('flowTrial.noVariables')}</p>}
      {names.map((name) => (
        <Text key={name} label={`{{${name}}}`} value={values[name] ?? ''} onChange={(value) => onChange(name, value)} />
      ))}
    </fieldset>
  )
}

function Contact({ trial: { contact, setContact } }: { trial: FlowTrial }) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-semibold text-sm">{t('flowTrial.customer')}</legend>
      {(['name', 'number', 'email'] as const).map((field) => (
        <Text
          key={field}
          label={t(`flowTrial.contact.${field}`)}
          value={contact[field]}
          onChange={(value) => setContact({ ...contact, [field]: value })}
        />
      ))}
    </fieldset>
  )
}

/** One choice for each randomizer of the flow. */
function Draws({ trial, graph }: { trial: FlowTrial; graph: Graph }) {
  const { t } = useTranslation()
  const nameOf = useNodeName()
  const flow = useValue(useEditor().flow)
  const ids = flow.nodes.map(({ id }) => id).filter((id) => graph.node(id)?.kind === 'randomizer')
  if (ids.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-semibold text-sm">{t('flowTrial.draws')}</legend>
      {ids.map((id) => (
        <BareSelect
          key={id}
          label={nameOf(id)}
          value={trial.draws[id] ?? 'random'}
          choices={[
            { value: 'random', label: t('flowTrial.random') },
            { value: 'a', label: t('flowTrial.way', { way: 'A' }) },
            { value: 'b', label: t('flowTrial.way', { way: 'B' }) },
          ]}
          onChange={(way) => trial.setDraw(id, way === 'a' || way === 'b' ? way : null)}
        />
      ))}
    </fieldset>
  )
}
