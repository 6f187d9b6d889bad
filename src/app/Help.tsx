import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
// oxlint-disable-next-line no-restricted-imports -- a document, not a room
import using from '../../docs/using.md?raw';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import styles from './Help.module.css';

const renderCells = (cells: readonly Tokens.TableCell[], Cell: 'th' | 'td') =>
  cells.map((cell) => <Cell key={cell.text}>{renderAll(cell.tokens)}</Cell>);

/** What docs/using.md consists of. Its links lead to files that the console doesn't have, so their text is enough. */
const render = (token: MarkedToken): ReactNode => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the document holds no more kinds
  switch (token.type) {
    case 'heading':
      return token.depth === 1 ? null : <h3>{renderAll(token.tokens)}</h3>;
    case 'paragraph':
      return <p>{renderAll(token.tokens)}</p>;
    case 'list':
      return (
        <ul>
          {token.items.map((item) => (
            <li key={item.text}>{renderAll(item.tokens)}</li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <table>
          <thead>
            <tr>{renderCells(token.header, 'th')}</tr>
          </thead>
          <tbody>
            {token.rows.map((row) => (
              <tr key={row[0]?.text}>{renderCells(row, 'td')}</tr>
            ))}
          </tbody>
        </table>
      );
    case 'strong':
      return <b>{renderAll(token.tokens)}</b>;
    case 'em':
      return <em>{renderAll(token.tokens)}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'text':
    case 'link':
      return token.tokens ? renderAll(token.tokens) : token.text;
    case 'escape':
      return token.text;
    default:
      return null;
  }
};

const renderAll = (tokens: readonly Token[] = []): ReactNode =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, react/no-array-index-key -- without extensions all tokens are marked's own, and their order never changes
  tokens.map((token, at) => <Fragment key={at}>{render(token as MarkedToken)}</Fragment>);

export const Help = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Help" onClose={onClose} wide isLong>
    <div className={styles['help']}>{renderAll(new Lexer().lex(using))}</div>
  </Dialog>
);
