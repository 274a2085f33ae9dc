import type { Scope } from '../../core/scope'
import type { Language, RowFault } from '../../shared/enums'
import { companyLanguage } from '../company/language'

type Texts = Record<RowFault, string> & { heading: string[] }

/** Texts of the file of refused rows, in the company's language. */
export const faultTexts = async (scope: Scope): Promise<Texts> => texts[await companyLanguage(scope)]

const texts: Record<Language, Texts> = {
  pt: {
    heading: ['linha', 'nome', 'numero', 'motivo'],
    number: 'Número inválido',
    name: 'Nome inválido',
    email: 'E-mail inválido',
    repeated: 'Número repetido neste arquivo, na linha',
    known: 'Número que já está na lista, com o nome',
  },
  en: {
    heading: ['row', 'name', 'number', 'reason'],
    number: 'Invalid number',
    name: 'Invalid name',
    email: 'Invalid e-mail',
    repeated: 'Number repeated in this file, in row',
    known: 'Number already in the list, under the name',
  },
  es: {
    heading: ['fila', 'nombre', 'numero', 'motivo'],
    number: 'Número inválido',
    name: 'Nombre inválido',
    email: 'Correo inválido',
    repeated: 'Número repetido en este archivo, en la fila',
    known: 'Número que ya está en la lista, con el nombre',
  },
}
