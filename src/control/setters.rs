//! The methods of a solver that set its limits: the same for both games.

/// Gives a solver these methods; it has a field `limits`. What a node is depends on the game.
macro_rules! limit_setters {
    ($solver:ident, nodes: $nodes:literal) => {
        impl $solver {
            /// All limits.
            pub fn limits(mut self, limits: $crate::control::Limits) -> $solver {
                self.limits = limits;
                self
            }

            /// The most wall-clock time.
            pub fn time(mut self, time: std::time::Duration) -> $solver {
                self.limits.time = Some(time);
                self
            }

            #[doc = $nodes]
            pub fn nodes(mut self, nodes: u64) -> $solver {
                self.limits.nodes = Some(nodes);
                self
            }

            /// The most bytes for tables.
            pub fn memory(mut self, bytes: usize) -> $solver {
                self.limits.memory = bytes;
                self
            }

            /// Threads to use.
            pub fn threads(mut self, threads: usize) -> $solver {
                self.limits.threads = $crate::base::Threads::Some(threads.max(1));
                self
            }

            /// A switch that ends the search from outside.
            pub fn cancel(mut self, cancel: &$crate::control::Cancel) -> $solver {
                self.limits.cancel = cancel.clone();
                self
            }
        }
    };
}

pub(crate) use limit_setters;
