import { Button } from '../../parts/controls/button.tsx';

/**
 * The bar above a text or a sheet, which stays in view. People who use a keyboard can scroll the text when the button
 * has the focus.
 */
export function QuoteBar({ onBack }: { onBack: () => void }) {
  return (
    <div className="quote-bar soft">
      <span>As Proviso read it</span>
      <Button kind="quiet" onClick={onBack}>
        Back to the quote
      </Button>
    </div>
  );
}
