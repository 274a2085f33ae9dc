import {
  type BinaryOperationNode,
  type FunctionNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type RawNode,
  SelectQueryNode,
  ValueListNode,
} from 'kysely'
import { postgresForm } from '../engine-forms'
import type { NullableColumns } from './nullable-columns'

/**
 * Writes queries for PostgreSQL with SQLite's meaning: rows without a value come first, `like` ignores the case of ASCII
 * letters, an empty list is allowed, `max` and `min` compare values, and raw SQL has its form for PostgreSQL.
 */
export class ProductCompiler extends PostgresQueryCompiler {
  constructor(private readonly nullable: NullableColumns) {
    super()
  }

  protected override visitRaw(node: RawNode) {
    super.visitRaw(postgresForm(node))
  }

  protected override visitFunction(node: FunctionNode) {
    const scalar = node.arguments.length > 1 ? scalarNames[node.func] : undefined
    super.visitFunction(scalar ? { ...node, func: scalar } : node)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode) {
    const { leftOperand, operator, rightOperand } = node
    const name = OperatorNode.is(operator) ? operator.operator : ''
    if (isEmptyList(rightOperand)) return this.append(name === 'in' ? 'false' : 'true')
    const comparesNull = !isBound(rightOperand)
    if (name === 'like') this.writeBinary(leftOperand, ' ilike', rightOperand, ` escape ''`)
    else if (!isNullSafe(name) || (comparesNull && !isBound(leftOperand))) super.visitBinaryOperation(node)
    else if (comparesNull) this.writeBinary(leftOperand, `::text ${name}`, rightOperand)
    else this.writeBinary(leftOperand, name === 'is' ? ' is not distinct from' : ' is distinct from', rightOperand)
  }

  private writeBinary(left: OperationNode, operator: string, right: OperationNode, end = '') {
    this.visitNode(left)
    this.append(`${operator} `)
    this.visitNode(right)
    this.append(end)
  }

  protected override visitOrderByItem(node: OrderByItemNode) {
    super.visitOrderByItem(node)
    if (node.nulls || node.collation || !this.nullable.mayBeNull(node.orderBy, this.enclosingSelect())) return
    const direction = node.direction
    const isDescending = direction?.kind === 'RawNode' && (direction as RawNode).sqlFragments[0]?.trim() === 'desc'
    this.append(isDescending ? ' nulls last' : ' nulls first')
  }

  private enclosingSelect(): SelectQueryNode | undefined {
    return this.nodeStack.findLast((node) => SelectQueryNode.is(node)) as SelectQueryNode | undefined
  }
}

const scalarNames: Record<string, string> = { max: 'greatest', min: 'least' }
const isNullSafe = (operator: string) => operator === 'is' || operator === 'is not'

/** True for a value that becomes a parameter; `is null` keeps its form. */
const isBound = (node: OperationNode) => node.kind === 'ValueNode' && !('immediate' in node && node.immediate)

const isEmptyList = (node: OperationNode) =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0
