import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import field from '#src/ui/forms/Field.module.css';

export type SegmentedLink = { href: string; text: string } & Pick<
  ComponentProps<'a'>,
  'onPointerEnter' | 'onFocus'
>;

/** Links that look like one switch; `current` is the one that the page is. */
export const SegmentedLinks = ({
  label,
  links,
  current,
}: {
  label: string;
  links: readonly SegmentedLink[];
  current: string;
}) => (
  <nav className={field['seg']} aria-label={label}>
    {links.map(({ href, text, ...rest }) => (
      <Link key={href} href={href} aria-current={href === current ? 'page' : undefined} {...rest}>
        {text}
      </Link>
    ))}
  </nav>
);
