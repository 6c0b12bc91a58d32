//! The methods of a solver that set its limits, for both games.

/// Implements the setters for a solver with a field `limits`. `$nodes` is the documentation of the setter `nodes`.
macro_rules! limit_setters {
    ($solver:ident, nodes: $nodes:literal) => {
        impl $solver {
            /// Replaces all limits.
            pub fn limits(mut self, limits: $crate::rules::control::Limits) -> $solver {
                self.limits = limits;
                self
            }

            /// Limits the wall-clock time.
            pub fn time(mut self, time: std::time::Duration) -> $solver {
                self.limits.time = Some(time);
                self
            }

            #[doc = $nodes]
            pub fn nodes(mut self, nodes: u64) -> $solver {
                self.limits.nodes = Some(nodes);
                self
            }

            /// Limits the bytes for tables.
            pub fn memory(mut self, bytes: usize) -> $solver {
                self.limits.memory = bytes;
                self
            }

            /// Sets the number of threads, at least 1.
            pub fn threads(mut self, threads: usize) -> $solver {
                self.limits.threads = $crate::rules::Threads::Exactly(threads.max(1));
                self
            }

            /// Sets the clock by which time is measured.
            pub fn clock(mut self, clock: $crate::rules::control::Clock) -> $solver {
                self.limits.clock = Some(clock);
                self
            }

            /// Sets the token that cancels the search.
            pub fn cancel(mut self, cancel: &$crate::rules::control::Cancel) -> $solver {
                self.limits.cancel = cancel.clone();
                self
            }
        }
    };
}

pub(crate) use limit_setters;
