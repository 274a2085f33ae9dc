import { type ComponentProps, useMemo } from 'react'
import { answerKeysOf, runVariables } from '../../../../../src/shared/flow/variables'
import { VariableInput as Input } from '../../../../components/variable-input'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { maxText } from './node-data'

/** Names that a text of this flow may use. */
export function useVariableNames(): string[] {
  const { nodes } = useValue(useEditor().flow)
  return useMemo(() => [...new Set([...answerKeysOf(nodes), ...runVariables])], [nodes])
}

/** Text field that completes the variables of this flow after `{{`. */
export const VariableInput = (props: Omit<ComponentProps<typeof Input>, 'names' | 'allowsSingle'>) => (
  <Input maxLength={maxText} {...props} names={useVariableNames()} />
)
