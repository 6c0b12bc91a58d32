const files = ["{{files}}"]; const version = "{{version}}";
