import { utf8, utf16WithMark, windows } from './encode'
import type { ContactFile } from './file'

const read = ['José Antônio|5511987654321|jose@x.com', 'Conceição|5521987654321|']

/** Pages with tables, and XML of Excel 2003, as systems write them under names that end with `.xls`. */
export const pages: ContactFile[] = [
  {
    name: 'Page of a PHP system, named .xls',
    bytes: windows(
      `<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
      <table border="1"><tr><th>Nome</th><th>Telefone</th><th>E-mail</th><th>Obs</th></tr>
      <tr><td>José Ant&ocirc;nio</td><td>(11) 98765-4321</td><td>jose@x.com</td><td>a &lt; b &amp; c<br>fim&nbsp;!</td></tr>
      <tr><td><b>Concei</b>ção</td><td>21987654321</td><td></td><td></td></tr></table>`,
    ),
    people: read,
    fields: ['Obs: a < b & c fim !'],
  },
  {
    name: 'Excel, saved as a page, with rounded numbers',
    bytes: utf16WithMark(
      `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {mso-number-format:"\\@";}</style>
      <!--[if gte mso 9]><xml><x:ExcelWorkbook><table></x:ExcelWorkbook></xml><![endif]--></head><body>
      <table><tr><td colspan=3>Lista de clientes</td></tr><tr><td>Nome</td><td>Telefone</td><td>E-mail</td></tr>
      <tr><td>José Antônio</td><td x:num="5511987654321">5,51E+12</td><td>jose@x.com</td></tr>
      <tr><td>Conceição</td><td x:num>5521987654321</td><td></td></tr></table></body></html>`,
    ),
    people: read,
  },
  {
    name: 'Old page without end tags, with the list in a table within another',
    bytes: utf8(`<HTML><BODY><TABLE><TR><TD>Relatório<TD>
      <TABLE><TR><TH>Nome<TH>Celular<TH>E-mail<TR><TD>José Antônio<TD>11 98765-4321<TD>jose@x.com
      <TR><TD>Conceição<TD>21 98765-4321</TABLE></TABLE>`),
    people: read,
  },
  {
    name: 'Page with cells over several rows and columns',
    bytes: utf8(`<table><thead><tr><td>Grupo</td><td>Nome</td><td>Telefone</td><td>E-mail</td></tr></thead><tbody>
      <tr><td rowspan="2">Ouro</td><td>José Antônio</td><td>11987654321</td><td>jose@x.com</td></tr>
      <tr><td>Conceição</td><td>21987654321</td><td></td></tr>
      <tr><td colspan="2">Bia</td><td>11987654322</td><td></td></tr></tbody></table>`),
    people: [...read, '5511987654322|5511987654322|'],
    fields: ['Grupo: Ouro', 'Grupo: Bia'],
  },
  {
    name: 'Excel 2003, XML',
    bytes: utf8(`<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
      <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
      <Worksheet ss:Name="Capa"><Table><Row><Cell><Data ss:Type="String">Leia</Data></Cell></Row></Table></Worksheet>
      <Worksheet ss:Name="Clientes"><Table><Column ss:Width="90"/>
      <Row><Cell><Data ss:Type="String">Nome</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Telefone</Data></Cell>
      <Cell><Data ss:Type="String">E-mail</Data></Cell></Row>
      <Row ss:Index="4"><Cell><Data ss:Type="String">José Antônio</Data></Cell>
      <Cell ss:Index="3"><Data ss:Type="Number">11987654321</Data></Cell><Cell><Data ss:Type="String">jose@x.com</Data></Cell></Row>
      <Row><Cell><Data ss:Type="String"><![CDATA[Conceição]]></Data></Cell>
      <Cell ss:Index="3"><Data ss:Type="Number">21987654321</Data></Cell></Row></Table></Worksheet></Workbook>`),
    people: read,
  },
]
